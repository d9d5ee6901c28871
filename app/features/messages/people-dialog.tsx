import { useEffect, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { CancelButton, Dialog, DialogFoot } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { Spinner } from "~/ui/spinner";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { askFeed } from "./ask-server";
import { ListFoot } from "./list-foot";
import { Avatar } from "./person";
import type { PeoplePage, Person } from "./queries.server";
import { texts } from "./schema";
import { usePages } from "./use-pages";

/** The navigation's state when a conversation is opened from here. */
export const startedHere = "started";

/** A musician who types pauses less long than this between letters. */
const typingMs = 250;

/** Chooses whom to talk with: the conversation that there is, or a new one. [2 §2] */
export function PeopleDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t("Start New Conversation")}>
      <People onClose={onClose} />
    </Dialog>
  );
}

type StartAnswer = { conversation: string } | Parameters<typeof failureText>[0];

function People({ onClose }: { onClose(): void }) {
  const fetcher = useFetcher<StartAnswer>();
  const navigate = useNavigate();
  const toast = useToast();
  const [words, setWords] = useState("");
  const [query, setQuery] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setQuery(words.trim()), words === "" ? 0 : typingMs);
    return () => clearTimeout(timer);
  }, [words]);
  const { items, hasMore, state, more } = usePages<Person>(query, async (search, after) => {
    const page = await askFeed<PeoplePage>({ what: "people", search, after });
    return { items: page.people, hasMore: page.hasMore };
  });
  const starting = fetcher.state === "idle" ? undefined : fetcher.formData?.get("person");

  useAnswer(fetcher.state === "idle" ? fetcher.data : undefined, (answer) => {
    if (isNothingDone(answer))
      return toast.error(failureText(answer, t(texts.startFailure)) ?? t(texts.startFailure));
    onClose();
    navigate(`/messages/${answer.conversation}`, { state: startedHere });
  });

  return (
    <>
      <Field
        type="search"
        label={t("Search musicians")}
        placeholder={t("Search musicians...")}
        autoComplete="off"
        maxLength={100}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <div className="mt-3 max-h-64 overflow-y-auto overscroll-contain rounded-box border border-line">
        <ul aria-label={t("Musicians")} className="grid grid-cols-1 divide-y divide-line">
          {items?.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                disabled={fetcher.state !== "idle"}
                onClick={() =>
                  fetcher.submit(
                    { intent: "start-conversation", person: person.id },
                    { method: "post", action: "/messages" },
                  )
                }
                className="flex min-h-14 w-full items-center gap-3 px-3 py-2 text-start disabled:opacity-55 enabled-hover:bg-sunken"
              >
                <Avatar person={person} />
                <span className="min-w-0 grow">
                  <span dir="auto" className="block truncate font-medium">
                    {person.name ?? t("Musician")}
                  </span>
                  {person.email !== null && (
                    <span className="block truncate text-muted text-sm">{person.email}</span>
                  )}
                </span>
                {starting === person.id && <Spinner size="sm" />}
              </button>
            </li>
          ))}
        </ul>
        {items?.length === 0 && state === "ready" && (
          <p role="status" className="px-3 py-6 text-center text-muted text-sm">
            {query ? t("Nobody has these words in their name or address.") : t("Nobody else is here yet.")}
          </p>
        )}
        <ListFoot
          state={state}
          hasMore={hasMore}
          loading={t("Looking for musicians...")}
          failed={t("The musicians could not be loaded.")}
          more={t("Show more musicians")}
          onMore={more}
        />
      </div>
      <div className="mt-6">
        <DialogFoot>
          <CancelButton />
        </DialogFoot>
      </div>
    </>
  );
}
