import { MessagesSquare } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link, useNavigation } from "react-router";
import { AppError } from "#server/errors.ts";
import { ownerAction } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import { isOffline } from "~/shared/connection";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { LoadFailure } from "~/ui/load-failure";
import { Spinner } from "~/ui/spinner";
import { useToast } from "~/ui/toasts";
import { ToolPage } from "~/ui/tool-page";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { hasArchivedMessages } from "./archived.server";
import { Lost, postMessage, Refused } from "./ask-server";
import { executeMessageAction } from "./commands.server";
import { ConversationList } from "./conversation-list";
import { BareHeader, ConversationPane } from "./conversation-pane";
import { createOutbox, type Outbox } from "./outbox";
import { PeopleDialog } from "./people-dialog";
import { conversationList, messageSettings, openConversation } from "./queries.server";
import { messageActionSchema, texts } from "./schema";
import { SettingsDialog } from "./settings-dialog";
import { useChat } from "./use-chat";
import { useFocusKept } from "./use-focus-kept";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function loader({ params: { conversationId: id }, context }: Route.LoaderArgs) {
  const { db, log, config } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  if (id !== undefined && !uuid.test(id))
    throw new AppError("not-found", t("This conversation does not exist."));
  const me = db.asMusician(userId);
  const [shown, open] = await Promise.all([
    me
      .read(async (tx) => ({
        list: await conversationList(tx, userId, config.ownerEmail),
        settings: await messageSettings(tx, userId),
        hasArchive: await hasArchivedMessages(tx, userId),
      }))
      .catch((error: unknown) => {
        log.error({ err: error, userId }, "the conversations could not be loaded");
        return { list: null, settings: { hidesEmail: false, mailsNew: true }, hasArchive: false };
      }),
    id === undefined
      ? null
      : me
          .read((tx) => openConversation(tx, userId, config.ownerEmail, id))
          .catch((error: unknown) => {
            if (error instanceof AppError && error.kind === "not-found") throw error;
            log.error({ err: error, userId }, "a conversation could not be loaded");
            return null;
          }),
  ]);
  return {
    ...shown,
    open,
    /** A conversation that could not be loaded. */
    isBroken: id !== undefined && open === null,
    ownId: userId,
    sendsMail: config.smtpUrl !== undefined,
  };
}

export const action = ownerAction(messageActionSchema, executeMessageAction);

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  return answerOrFailed(
    serverAction,
    form.get("intent") === "start-conversation" ? texts.started() : undefined,
  );
}

/** [2 §2] Messages */
export default function Messages({ loaderData, params }: Route.ComponentProps) {
  const { list, settings, hasArchive, isBroken, ownId, sendsMail } = loaderData;
  const { chat, isCutOff, announcement, loadOlder, loadRows, addSent, noteRead } = useChat(loaderData);
  const outbox = useOutbox(ownId, addSent);
  const [dialog, setDialog] = useState<"people" | "settings" | null>(null);
  const listHeading = useRef<HTMLHeadingElement>(null);
  const paneHeading = useRef<HTMLHeadingElement>(null);
  const { open } = chat;
  const going = useNavigation().location?.pathname.match(/^\/messages(?:\/([^/]+))?\/?$/);
  const openId = going ? going[1] : params.conversationId;
  const isComing = openId !== params.conversationId && openId !== undefined;
  // On a phone the two panes are two screens.
  useFocusKept(openId && !isComing ? paneHeading : listHeading, params.conversationId);

  return (
    <ToolPage
      title={t("Messages")}
      intro={t("Connect and collaborate with other musicians")}
      isBareOnPhone={openId !== undefined}
    >
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div
        className={`grid grid-cols-1 overflow-hidden bg-surface lg:h-150 lg:grid-cols-[1fr_2fr] lg:rounded-box lg:border lg:border-line ${
          openId === undefined
            ? "rounded-box border border-line"
            : "max-lg:fixed max-lg:inset-x-0 max-lg:top-16 max-lg:bottom-0 max-lg:[body:has(section[aria-label=Player])_&]:bottom-20 max-sm:[body:has(section[aria-label=Player])_&]:bottom-44"
        }`}
      >
        <ConversationList
          rows={chat.rows}
          hasMore={chat.hasMoreRows}
          isBroken={list === null}
          openId={openId}
          heading={listHeading}
          className={openId === undefined ? "flex" : "hidden lg:flex"}
          onMore={loadRows}
          onNew={() => setDialog("people")}
          onSettings={() => setDialog("settings")}
        />
        <section
          aria-label={t("Conversation")}
          className={`min-h-0 min-w-0 flex-col ${openId === undefined ? "hidden lg:flex" : "flex"}`}
        >
          {(isComing || (isBroken && !open)) && (
            <BareHeader person={chat.rows.find(({ id }) => id === openId)?.person} />
          )}
          {isComing && (
            <div role="status" className="grid grow place-content-center text-muted">
              <Spinner />
              <span className="sr-only">{t("Loading the conversation...")}</span>
            </div>
          )}
          {!isComing && open && (
            <ConversationPane
              key={open.id}
              open={open}
              outbox={outbox}
              ownId={ownId}
              ownName={t("You")}
              isCutOff={isCutOff}
              heading={paneHeading}
              onOlder={loadOlder}
              onRead={() => noteRead(open.id)}
            />
          )}
          {!isComing && isBroken && (
            <div className="p-4">
              <LoadFailure text={t(texts.messagesFailure)} />
            </div>
          )}
          {!isComing && !open && !isBroken && <NothingSelected onNew={() => setDialog("people")} />}
        </section>
      </div>
      {hasArchive && (
        <Link
          to="/messages/archive"
          className={`${openId === undefined ? "inline-flex" : "hidden lg:inline-flex"} mt-2 min-h-11 items-center font-medium text-sm underline`}
        >
          {t("Earlier messages, from your archive")}
        </Link>
      )}
      <PeopleDialog open={dialog === "people"} onClose={() => setDialog(null)} />
      <SettingsDialog
        open={dialog === "settings"}
        settings={settings}
        sendsMail={sendsMail}
        onClose={() => setDialog(null)}
      />
    </ToolPage>
  );
}

function NothingSelected({ onNew }: { onNew(): void }) {
  return (
    <div className="grid grow place-content-center justify-items-center gap-2 px-6 text-center">
      <MessagesSquare aria-hidden="true" className="size-10 text-muted" />
      <p className="font-semibold text-lg">{t("Select a conversation")}</p>
      <p className="text-muted">{t("Choose from your existing chats or start a new one")}</p>
      <Button className="mt-3" onClick={onNew}>
        {t("Start New Chat")}
      </Button>
    </div>
  );
}

/** The outbox of this tab: its messages are sent on other screens, too. */
let tabs: { ownId: string; outbox: Outbox } | undefined;
/** Shows the outcome: the screen that is or was last open. */
let listener: { onSent: Parameters<typeof createOutbox>[0]["onSent"]; toast: ReturnType<typeof useToast> };

/** Null until the browser's storage can be asked. */
function useOutbox(ownId: string, onSent: (typeof listener)["onSent"]): Outbox | null {
  const toast = useToast();
  const [outbox, setOutbox] = useState<Outbox | null>(null);
  useLayoutEffect(() => {
    listener = { onSent, toast };
  });
  useEffect(() => {
    if (tabs?.ownId !== ownId) {
      tabs?.outbox.close();
      forgetOthers(ownId);
      const outbox = createOutbox({
        send: postMessage,
        onSent: (...sent) => listener.onSent(...sent),
        onFailed: (error) => listener.toast.error(failureOf(error)),
        isLost: (error) => error instanceof Lost,
        storage: sessionStorage,
        key: `handbill-outbox ${ownId}`,
      });
      tabs = { ownId, outbox };
      outbox.resume();
    }
    setOutbox(tabs.outbox);
  }, [ownId]);
  return outbox;
}

function failureOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  return error instanceof Lost && isOffline() ? t(texts.sendOffline) : t(texts.sendFailure);
}

/** Another account's unsent messages in this tab aren't this one's to keep. */
function forgetOthers(ownId: string): void {
  for (const key of Object.keys(sessionStorage)) {
    if (/^handbill-(draft|outbox) /.test(key) && !key.includes(ownId)) sessionStorage.removeItem(key);
  }
}
