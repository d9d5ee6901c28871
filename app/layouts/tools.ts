import {
  ArchiveRestore,
  CalendarDays,
  ChartNoAxesColumn,
  ClipboardList,
  FileText,
  Images,
  LayoutDashboard,
  Link2,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessagesSquare,
  Music,
  Palette,
  Printer,
  ShieldCheck,
  UserRound,
  Video,
} from "lucide-react";
import { msg } from "~/shared/t";

export interface Tool {
  to: string;
  label: string;
  /** The menu's text instead, where there is more space. */
  menuLabel?: string;
  /** The title of its tile on the dashboard's home, where that is another. */
  tileLabel?: string;
  /** What it is for. */
  text: string;
  icon: LucideIcon;
}

const home: Tool = {
  to: "/dashboard",
  label: msg("Dashboard"),
  text: msg("Where you are with everything."),
  icon: LayoutDashboard,
};
const profile: Tool = {
  to: "/profile",
  label: msg("Profile"),
  menuLabel: msg("Musician Profile"),
  text: msg("Your artist name, bio and the address of your page."),
  icon: UserRound,
};
const music: Tool = {
  to: "/music",
  label: msg("Music"),
  menuLabel: msg("Music Library"),
  text: msg("The tracks that play on your page."),
  icon: Music,
};
const gallery: Tool = {
  to: "/gallery",
  label: msg("Gallery"),
  menuLabel: msg("Photo Gallery"),
  tileLabel: msg("Photos"),
  text: msg("What fans see of you, in your own order."),
  icon: Images,
};
const videos: Tool = {
  to: "/video",
  label: msg("Videos"),
  text: msg("Your films, with the one that stands first."),
  icon: Video,
};
const appearance: Tool = {
  to: "/settings",
  label: msg("Appearance"),
  menuLabel: msg("Bio Page Appearance"),
  text: msg("The colours, letters and background of your page."),
  icon: Palette,
};
const events: Tool = {
  to: "/events",
  label: msg("Events"),
  menuLabel: msg("Events Management"),
  text: msg("Where and when fans meet you."),
  icon: CalendarDays,
};
const bookings: Tool = {
  to: "/booking-requests",
  label: msg("Booking Requests"),
  text: msg("Who would like you to play."),
  icon: ClipboardList,
};
const comments: Tool = {
  to: "/comments",
  label: msg("Fan Comments"),
  text: msg("What fans write on your page."),
  icon: MessageCircle,
};
const messages: Tool = {
  to: "/messages",
  label: msg("Messages"),
  text: msg("Connect and collaborate with other musicians."),
  icon: MessagesSquare,
};
const newsletter: Tool = {
  to: "/newsletter",
  label: msg("Newsletter"),
  text: msg("Who wants to hear from you by email."),
  icon: Mail,
};
const analytics: Tool = {
  to: "/analytics",
  label: msg("Analytics"),
  text: msg("Who saw your page, what they heard, and where they came from."),
  icon: ChartNoAxesColumn,
};
const socialLinks: Tool = {
  to: "/social-links",
  label: msg("Social Links"),
  text: msg("Where else fans find you, and how they can support you."),
  icon: Link2,
};
const pressKit: Tool = {
  to: "/press-kit",
  label: msg("Press Kit"),
  text: msg("One PDF for promoters and press."),
  icon: FileText,
};
const handbill: Tool = {
  to: "/handbill",
  label: msg("Print a handbill"),
  text: msg("One sheet for walls and merch tables, and the QR code alone."),
  icon: Printer,
};

const recentlyDeleted: Tool = {
  to: "/recently-deleted",
  label: msg("Recently deleted"),
  text: msg("What you have deleted in the last 30 days, to be brought back."),
  icon: ArchiveRestore,
};

/** The tools in the bar. [2 §2 Top navigation] */
export const barTools = [home, profile, music, gallery, videos, appearance, events, bookings];

/** Every other tool of a musician's. */
export const otherTools = [
  comments,
  messages,
  newsletter,
  analytics,
  socialLinks,
  pressKit,
  handbill,
  recentlyDeleted,
];

export const adminPanel: Tool = {
  to: "/admin",
  label: msg("Admin Panel"),
  text: msg("Users, contents and settings of this site."),
  icon: ShieldCheck,
};

/** The tiles on the dashboard's home, in their order. [1 §2] */
export const homeTools = [
  profile,
  music,
  gallery,
  socialLinks,
  comments,
  appearance,
  videos,
  events,
  bookings,
  analytics,
  newsletter,
  pressKit,
  handbill,
  messages,
];
