import {
  BookOpen,
  CalendarDays,
  Disc3,
  Download,
  Gift,
  Headphones,
  Heart,
  Link,
  type LucideIcon,
  Mail,
  MicVocal,
  Shirt,
  ShoppingBag,
  Star,
  Ticket,
  Video,
} from "lucide-react";
import { platformOf } from "~/shared/platforms";
import { BrandIcon } from "~/ui/brand-icon";
import type { LinkIconName } from "./schema.ts";

const drawn: Record<LinkIconName, LucideIcon> = {
  record: Disc3,
  headphones: Headphones,
  shop: ShoppingBag,
  shirt: Shirt,
  ticket: Ticket,
  calendar: CalendarDays,
  video: Video,
  microphone: MicVocal,
  book: BookOpen,
  gift: Gift,
  star: Star,
  heart: Heart,
  mail: Mail,
  download: Download,
  link: Link,
};

/**
 * The icon of a link, in the colour of the text beside it; where none is chosen, the mark of the service that its
 * address belongs to. Decoration: the link's title says what it is.
 */
export function LinkIcon({
  icon,
  url,
  className,
}: {
  icon: LinkIconName | null;
  url: string;
  className: string;
}) {
  const brand = icon ? undefined : platformOf(url);
  if (brand) return <BrandIcon brand={brand} className={className} />;
  const Drawn = drawn[icon ?? "link"];
  return <Drawn aria-hidden="true" className={className} />;
}
