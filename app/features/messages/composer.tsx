import { Music2, Paperclip, SendHorizontal, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useLocation } from "react-router";
import { z } from "zod";
import type { FormValues } from "~/shared/forms";
import { t } from "~/shared/t";
import { DraftOffer } from "~/ui/draft-offer";
import { useFormats } from "~/ui/formats";
import { useServerDraft } from "~/ui/use-draft";
import type { Unsent } from "./outbox";
import { startedHere } from "./people-dialog";
import { contentLimit, contentOf, contentProblem } from "./schema";
import { TracksDialog } from "./tracks-dialog";

type Chosen = Unsent["tracks"];
const chosenShape = z.array(z.object({ id: z.string(), title: z.string() }));

/** The typed text and the chosen tracks, unsent. */
interface Draft {
  text: string;
  tracks: Chosen;
}

/** From so many characters on it says how many there are. */
const countFrom = contentLimit - 500;
/** The key code of whatever is typed into an input method. */
const composingCode = 229;

/**
 * The field, the tracks that go with it, and the button that sends both. An unsent text survives a reload, and is there on
 * the musician's other devices. [2 §2]
 */
export function Composer({
  draftKey,
  about,
  isSending,
  onSend,
}: {
  draftKey: string;
  /** Names the draft on the server. */
  about: string;
  isSending: boolean;
  onSend(content: string, tracks: Chosen): void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");
  const [tracks, setTracks] = useState<Chosen>([]);
  const [isChoosing, setChoosing] = useState(false);
  const id = useId();
  const { number } = useFormats();
  const problem = contentProblem(text);
  // A musician who has just opened a new conversation wants to write.
  const isNew = useLocation().state === startedHere;
  const isSendable = !problem && (contentOf(text) !== "" || tracks.length > 0);

  useEffect(() => {
    // Typed before the scripts were here.
    const typed = field.current?.value ?? "";
    const draft = readDraft(draftKey);
    setText(typed || draft.text);
    setTracks(draft.tracks);
    if (isNew) field.current?.focus();
  }, [draftKey, isNew]);

  const elsewhere = useServerDraft(about);
  // What was sent or cleared last: its draft may be read on the server after that.
  const gone = useRef<Draft>(null);
  const show = (draft: Draft) => {
    setText(draft.text);
    setTracks(draft.tracks);
    keepDraft(draftKey, draft);
  };
  const change = (draft: Draft) => {
    show(draft);
    if (isEmpty(draft)) {
      if (!isEmpty({ text, tracks })) gone.current = { text, tracks };
      elsewhere.settle();
    } else elsewhere.keep({ text: draft.text, tracks: JSON.stringify(draft.tracks) });
  };
  const { offered } = elsewhere;
  const takeOffered = useEffectEvent(() => {
    const draft = offered && draftIn(offered.fields);
    const written = { text: field.current?.value ?? "", tracks };
    if (!draft) return;
    if (gone.current && isPartOf(draft, gone.current)) {
      if (isEmpty(written)) elsewhere.drop();
      else elsewhere.take();
      return;
    }
    if (isEmpty(written)) show(draft);
    // Both were written: only the musician knows which is meant.
    else if (written.text !== draft.text) return;
    elsewhere.take();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each draft that was found
  useEffect(() => takeOffered(), [offered]);
  const send = () => {
    if (!isSendable) return;
    onSend(contentOf(text), tracks);
    change({ text: "", tracks: [] });
    field.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    // Enter may also end a word that is being composed. Safari shows that by the code alone.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === composingCode;
    if (event.key !== "Enter" || event.shiftKey || isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      aria-label={t("New message")}
      className="border-line border-t max-lg:pb-[env(safe-area-inset-bottom)]"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {offered && (
        <div className="p-2 pb-0">
          <DraftOffer
            draft={elsewhere}
            onTake={() => {
              const before = draftIn(offered.fields);
              elsewhere.take();
              change({ text: `${before.text}\n${text}`.trim(), tracks: [...before.tracks, ...tracks] });
            }}
          />
        </div>
      )}
      {tracks.length > 0 && (
        <div className="border-line border-b px-3 py-2">
          <div className="flex items-center justify-between gap-2">
            <h3 id={`${id}-tracks`} className="font-semibold text-sm">
              {t("Selected Tracks ({count})", { count: tracks.length })}
            </h3>
            <button
              type="button"
              onClick={() => change({ text, tracks: [] })}
              className="min-h-11 rounded-box px-3 font-semibold text-sm enabled-hover:bg-sunken"
            >
              {t("Clear")}
            </button>
          </div>
          <ul
            aria-labelledby={`${id}-tracks`}
            className="flex max-h-24 flex-wrap gap-2 overflow-y-auto overscroll-contain"
          >
            {tracks.map((track) => (
              <li
                key={track.id}
                className="flex min-w-0 max-w-full items-center rounded-box bg-sunken ps-3 text-sm"
              >
                <Music2 aria-hidden="true" className="size-4 shrink-0" />
                <bdi className="truncate px-2">{track.title}</bdi>
                <button
                  type="button"
                  aria-label={t("Remove {name}", { name: track.title })}
                  onClick={() => change({ text, tracks: tracks.filter((one) => one.id !== track.id) })}
                  className="grid size-11 shrink-0 place-items-center rounded-box"
                >
                  <X aria-hidden="true" className="size-4" />
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex items-end gap-2 p-2">
        <button
          type="button"
          title={t("Attach music track")}
          aria-label={t("Attach music track")}
          onClick={() => setChoosing(true)}
          className="grid size-11 shrink-0 place-items-center rounded-box enabled-hover:bg-sunken"
        >
          <Paperclip aria-hidden="true" className="size-5" />
        </button>
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          aria-label={t("Message")}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          placeholder={t("Type a message...")}
          enterKeyHint="send"
          autoComplete="off"
          value={text}
          onChange={({ currentTarget }) => change({ text: currentTarget.value, tracks })}
          onKeyDown={handleKey}
          className="field-sizing-content max-h-36 min-h-11 min-w-0 grow resize-none rounded-box border border-edge bg-surface px-3 py-2.5 placeholder:text-muted"
        />
        <button
          type="submit"
          aria-label={t("Send")}
          title={t("Send")}
          disabled={isSending || !isSendable}
          className="grid size-11 shrink-0 place-items-center rounded-box bg-primary text-on-primary transition-colors enabled-hover:bg-primary-hover disabled:opacity-55"
        >
          <SendHorizontal aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        </button>
      </div>
      {text.length > countFrom && (
        <div className="flex items-start justify-between gap-4 px-3 pb-2 text-sm">
          <p id={`${id}-problem`} role="alert" className="font-medium text-danger">
            {problem && t(problem)}
          </p>
          <p className={`shrink-0 tabular-nums ${problem ? "font-semibold text-danger" : "text-muted"}`}>
            {number(text.length)}/{number(contentLimit)}
          </p>
        </div>
      )}
      <TracksDialog
        open={isChoosing}
        chosen={tracks}
        onChosen={(chosen) => {
          change({ text, tracks: chosen });
          setChoosing(false);
        }}
        onCancel={() => {
          change({ text, tracks: [] });
          setChoosing(false);
        }}
      />
    </form>
  );
}

const isEmpty = ({ text, tracks }: Draft) => text === "" && tracks.length === 0;

const isPartOf = (draft: Draft, whole: Draft) =>
  whole.text.startsWith(draft.text) &&
  draft.tracks.every(({ id }) => whole.tracks.some((track) => track.id === id));

/** As it is kept on the server. */
function draftIn({ text = "", tracks = "[]" }: FormValues): Draft {
  const chosen = chosenShape.safeParse(parsed(tracks));
  return { text, tracks: chosen.data ?? [] };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function readDraft(key: string): Draft {
  try {
    return { text: "", tracks: [], ...JSON.parse(sessionStorage.getItem(key) ?? "{}") };
  } catch {
    return { text: "", tracks: [] };
  }
}

function keepDraft(key: string, draft: Draft): void {
  try {
    if (isEmpty(draft)) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Full, or not allowed: then it lives as long as the page.
  }
}
