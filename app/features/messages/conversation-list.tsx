import { MessageSquarePlus, MessagesSquare, Settings } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { t } from "~/shared/t";
import { Age } from "~/ui/age";
import { Button } from "~/ui/button";
import { IconButton } from "~/ui/icon-button";
import { LoadFailure } from "~/ui/load-failure";
import { useToast } from "~/ui/toasts";
import { Avatar, nameOf } from "./person";
import type { ListedConversation } from "./queries.server";
import { shownContent, texts } from "./schema";
import { countText } from "./unread-mark";

/** The left pane: the musician's conversations, the last written to first. [2 §2] */
export function ConversationList({
  rows,
  hasMore,
  isBroken,
  openId,
  heading,
  className,
  onMore,
  onNew,
  onSettings,
}: {
  rows: ListedConversation[];
  hasMore: boolean;
  /** It could not be loaded. */
  isBroken: boolean;
  openId: string | undefined;
  heading: RefObject<HTMLHeadingElement | null>;
  className: string;
  onMore(): Promise<void>;
  onNew(): void;
  onSettings(): void;
}) {
  const toast = useToast();
  const [isLoading, setLoading] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  /** The number of entries when more were requested: the first new one gets the focus, as the button may be gone. */
  const countBefore = useRef<number>(undefined);
  useEffect(() => {
    const { current: count } = countBefore;
    if (count === undefined || rows.length <= count) return;
    countBefore.current = undefined;
    list.current?.querySelectorAll("a")[count]?.focus();
  }, [rows.length]);
  const more = () => {
    setLoading(true);
    countBefore.current = rows.length;
    onMore()
      .catch(() => {
        countBefore.current = undefined;
        toast.error(t(texts.listFailure));
      })
      .finally(() => setLoading(false));
  };
  return (
    <section
      aria-label={t("Conversations")}
      className={`min-h-0 min-w-0 flex-col border-line lg:border-e ${className}`}
    >
      <div className="flex items-center gap-1 border-line border-b py-2 ps-4 pe-2">
        <h2 ref={heading} tabIndex={-1} className="me-auto font-semibold text-lg outline-none">
          {t("Messages")}
        </h2>
        <IconButton label={t("Message settings")} onClick={onSettings} icon={Settings} className="shrink-0" />
        <IconButton label={t("New chat")} onClick={onNew} icon={MessageSquarePlus} className="shrink-0" />
      </div>
      {isBroken && (
        <div className="p-4">
          <LoadFailure text={t(texts.listFailure)} />
        </div>
      )}
      {!isBroken && rows.length === 0 && (
        <div className="grid grow place-content-center justify-items-center gap-3 px-6 py-12 text-center">
          <MessagesSquare aria-hidden="true" className="size-8 text-muted" />
          <p className="font-medium">{t("No conversations yet")}</p>
          <Button onClick={onNew}>{t("Start Chat")}</Button>
        </div>
      )}
      {rows.length > 0 && (
        <div className="min-h-0 grow overflow-y-auto">
          <ul
            ref={list}
            aria-label={t("Your conversations")}
            className="grid grid-cols-1 divide-y divide-line"
          >
            {rows.map((row) => (
              <Row key={row.id} row={row} isOpen={row.id === openId} />
            ))}
          </ul>
          {hasMore && (
            <div className="grid p-3">
              <Button variant="secondary" pending={isLoading} onClick={more}>
                {t("Show older conversations")}
              </Button>
            </div>
          )}
        </div>
      )}
    </section>
  );
}

function Row({
  row: { id, person, unread, last, lastAt },
  isOpen,
}: {
  row: ListedConversation;
  isOpen: boolean;
}) {
  return (
    <li className={`relative flex items-center gap-3 px-4 py-3 hover:bg-sunken ${isOpen ? "bg-sunken" : ""}`}>
      <Avatar person={person} />
      <div className="min-w-0 grow">
        <div className="flex items-baseline justify-between gap-2">
          <Link
            to={`/messages/${id}`}
            preventScrollReset
            aria-current={isOpen ? "true" : undefined}
            dir="auto"
            className={`min-w-0 truncate after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-(--focus) ${
              unread > 0 ? "font-bold" : "font-semibold"
            }`}
          >
            {nameOf(person)}
          </Link>
          <span className="shrink-0">
            <Age at={lastAt} />
          </span>
        </div>
        <div className="flex items-center justify-between gap-2">
          <p dir="auto" className={`truncate text-sm ${unread > 0 ? "font-medium" : "text-muted"}`}>
            {last ? shownContent(last.text) : t("No messages yet")}
          </p>
          {unread > 0 && (
            <span className="shrink-0 rounded-full bg-primary px-2 font-semibold text-on-primary text-xs tabular-nums">
              {countText(unread)}
              <span className="sr-only"> {t("unread")}</span>
            </span>
          )}
        </div>
      </div>
    </li>
  );
}
