import { MessagesSquare } from "lucide-react";
import { loadOrNull, pageParam } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { listed } from "~/shared/listed";
import { t } from "~/shared/t";
import { EmptyState } from "~/ui/empty-state";
import { useFormats } from "~/ui/formats";
import { LoadFailure } from "~/ui/load-failure";
import { PageLinks } from "~/ui/page-links";
import { ToolPage } from "~/ui/tool-page";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/archive.route";
import { archivedMessages } from "./archived.server";
import { shownContent, texts } from "./schema";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const page = pageParam(new URL(request.url).searchParams);
  const shown = await loadOrNull(
    "the messages of an archive",
    { log, userId },
    db.asMusician(userId).read((tx) => archivedMessages(tx, userId, page)),
  );
  return { shown };
}

/** The messages that came with the musician's archive. Those they were exchanged with have no account here. */
export default function ArchivedMessages({ loaderData: { shown } }: Route.ComponentProps) {
  const conversations = Map.groupBy(shown?.messages ?? [], ({ conversation }) => conversation);
  return (
    <ToolPage
      title={t("Earlier messages")}
      intro={t(
        "These came with your archive. You can read them, but not answer: the others have no account here.",
      )}
    >
      {!shown && <LoadFailure text={t(texts.messagesFailure)} />}
      {shown?.messages.length === 0 && (
        <EmptyState
          icon={MessagesSquare}
          title={t("No earlier messages")}
          text={t("Messages come here with an account that is moved from another Handbill.")}
        />
      )}
      {[...conversations].map(([id, messages]) => (
        <Conversation key={id} messages={messages} />
      ))}
      {shown && (
        <PageLinks
          page={shown.page}
          pages={shown.pages}
          to={(page) => (page > 1 ? `/messages/archive?page=${page}` : "/messages/archive")}
        />
      )}
    </ToolPage>
  );
}

type Message = Awaited<ReturnType<typeof archivedMessages>>["messages"][number];

function Conversation({ messages }: { messages: Message[] }) {
  const { dateTime } = useFormats();
  const name = messages[0]?.with_name;
  return (
    <section aria-label={name} className="mb-6 rounded-box border border-line bg-surface p-4 sm:p-5">
      <h2 dir="auto" className="mb-3 font-semibold text-lg">
        {name}
      </h2>
      <ol>
        {messages.map(({ id, is_own, content, tracks, sent_at }) => (
          <li
            key={id}
            className="grid gap-x-4 gap-y-0.5 border-line border-t py-3 text-sm first:border-t-0 sm:grid-cols-[11rem_1fr]"
          >
            <p className="text-muted">
              <bdi className="font-medium text-foreground">{is_own ? t("You") : name}</bdi>
              <br />
              <time dateTime={sent_at.toISOString()} className="tabular-nums">
                {dateTime(sent_at)}
              </time>
            </p>
            <div dir="auto" className="wrap-anywhere min-w-0 whitespace-pre-wrap">
              {shownContent(content)}
              {tracks.length > 0 && (
                <p className="text-muted">{t("With {tracks}", { tracks: listed(tracks) })}</p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
