import { Bold, Heading2, ImagePlus, Italic, Link2, Redo2, Undo2 } from "lucide-react";
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { msg, t } from "~/shared/t";
import { Button } from "~/ui/button";
import { Field, FieldFrame, TextAreaField } from "~/ui/field";
import { IconButton } from "~/ui/icon-button";
import { useToast } from "~/ui/toasts";
import { UploadList, useUploads } from "~/ui/uploads";
import type { BlockEditor, EditorMarks, Shown } from "./block-editor.ts";
import { type Block, blocksIn, blocksOf, type CardKind, linkAddressOf, textOf } from "./issue-document.ts";
import { bodyLimit, pictureProblem } from "./issue-schema.ts";

/** Something of the artist's page that a block may show. */
export interface Offer extends Shown {
  kind: CardKind;
  id: string;
}

const noMarks: EditorMarks = { bold: false, italic: false, heading: false, href: null, hasSelection: false };
const groups: Record<CardKind, string> = {
  release: msg("Releases"),
  track: msg("Tracks"),
  show: msg("Shows"),
};

/**
 * The letter itself: a text field, in whose place the editor of blocks comes with its script. Both send the field `body`; the
 * editor `blocks` as well, from its first change on.
 */
export function BlockField({
  body,
  blocks,
  shown,
  offers,
  error,
  letterId,
}: {
  body: string;
  /** As JSON; empty where there are none yet. */
  blocks: string;
  /** What the blocks show that are there, by id. */
  shown: Readonly<Record<string, Shown>>;
  offers: readonly Offer[];
  error?: string | undefined;
  /** Undefined until the letter is saved. */
  letterId: string | undefined;
}) {
  const place = useRef<HTMLDivElement>(null);
  const bodyField = useRef<HTMLTextAreaElement>(null);
  const blocksField = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<BlockEditor>(null);
  const written = useRef(blocks);
  const [isReady, setIsReady] = useState(false);
  const [marks, setMarks] = useState(noMarks);
  const [length, setLength] = useState(body.length);
  const known = useRef(new Map<string, Shown>());
  for (const [id, each] of Object.entries(shown)) known.current.set(id, each);
  for (const each of offers) known.current.set(each.id, each);
  const id = useId();

  const write = useEffectEvent((changed: Block[]) => {
    const text = textOf(changed);
    setLength(text.length);
    written.current = JSON.stringify(changed);
    if (bodyField.current) bodyField.current.value = text;
    if (!blocksField.current) return;
    blocksField.current.value = written.current;
    blocksField.current.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const uploads = useUploads("letter-picture");
  const toast = useToast();
  const addPictures = useEffectEvent((files: File[]) => {
    for (const problem of new Set(files.map(pictureProblem))) if (problem) toast.error(problem);
    uploads.add(
      files.filter((file) => !pictureProblem(file)),
      {
        about: letterId ? { letter: letterId } : {},
        done(_, answer) {
          const stored = storedPicture(answer);
          if (!stored) return;
          known.current.set(stored.id, { title: "", line: "", src: stored.src });
          editor.current?.insert({ kind: "picture", id: stored.id, alt: "" });
        },
        failed: (_, reason) => toast.error(t("The picture was not added: {reason}", { reason })),
      },
    );
  });
  const open = useEffectEvent((open: typeof import("./block-editor.ts").openBlockEditor) => {
    if (!place.current) return undefined;
    return open(place.current, {
      blocks: currentBlocks(blocksField.current?.value ?? "", bodyField.current?.value ?? ""),
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": t("Letter|its text"),
        "aria-describedby": `${id}-hint`,
        class: "letter-writing",
        spellcheck: "true",
      },
      shownAs: (_, id) => known.current.get(id) ?? null,
      onChange: write,
      onMarks: setMarks,
      onPaste: addPictures,
    });
  });
  useEffect(() => {
    let isGone = false;
    import("./block-editor.ts").then(
      ({ openBlockEditor }) => {
        if (isGone) return;
        const isBegun = document.activeElement === bodyField.current;
        editor.current = open(openBlockEditor) ?? null;
        // At once: a key that is pressed meanwhile would be lost in the text field.
        flushSync(() => setIsReady(editor.current !== null));
        if (isBegun) editor.current?.goOn();
      },
      // The text field does without.
      () => {},
    );
    return () => {
      isGone = true;
      editor.current?.destroy();
      editor.current = null;
    };
  }, []);

  return (
    <div className="grid grid-cols-1 gap-2">
      {/* A problem of its text leads into the editor. */}
      <div className={isReady ? "sr-only" : ""} aria-hidden={isReady}>
        <TextAreaField
          ref={bodyField}
          tabIndex={isReady ? -1 : undefined}
          onFocus={() => editor.current?.focus()}
          label={isReady ? "" : t("Letter|its text")}
          hint={t(
            "An empty line begins a paragraph. Addresses become links; for words that lead somewhere write [words](https://example.org).",
          )}
          name="body"
          rows={12}
          defaultValue={body}
          maxLength={bodyLimit}
          counter={bodyLimit}
          error={isReady ? undefined : error}
          dir="auto"
        />
      </div>
      <textarea
        ref={blocksField}
        name="blocks"
        defaultValue={blocks}
        hidden
        // Another version was taken: the editor begins with it.
        onInput={({ currentTarget: { value } }) => {
          if (value === written.current) return;
          written.current = value;
          const taken = currentBlocks(value, bodyField.current?.value ?? "");
          setLength(textOf(taken).length);
          editor.current?.setBlocks(taken);
        }}
      />
      {isReady && <Toolbar marks={marks} editor={editor} offers={offers} onPictures={addPictures} />}
      <div ref={place} className={isReady ? "" : "hidden"} />
      {isReady && (
        <div className="flex flex-wrap items-start justify-between gap-x-4 text-sm">
          <div id={`${id}-hint`}>
            {error && <p className="font-medium text-danger">{error}</p>}
            <p className="text-muted">{t("Enter begins a paragraph, Shift and Enter a line.")}</p>
          </div>
          <p className="ms-auto text-muted tabular-nums">
            {length}/{bodyLimit}
          </p>
        </div>
      )}
      <UploadList kind="letter-picture" />
    </div>
  );
}

const currentBlocks = (json: string, body: string) => blocksOf({ blocks: blocksIn(json), body });

function storedPicture(answer: unknown): { id: string; src: string } | null {
  const { id, src }: { id?: unknown; src?: unknown } = Object(answer);
  return typeof id === "string" && typeof src === "string" ? { id, src } : null;
}

function Toolbar({
  marks,
  editor,
  offers,
  onPictures,
}: {
  marks: EditorMarks;
  editor: RefObject<BlockEditor | null>;
  offers: readonly Offer[];
  onPictures(files: File[]): void;
}) {
  const [isLinking, setIsLinking] = useState(false);
  const [offer, setOffer] = useState("");
  const file = useRef<HTMLInputElement>(null);
  const chosen = offers.find((each) => each.id === offer);
  const run = (command: "bold" | "italic" | "heading" | "undo" | "redo") => () =>
    editor.current?.run(command);
  return (
    <>
      {offers.length > 0 && (
        <div className="mb-3 flex items-end gap-2">
          <div className="min-w-0 grow">
            <FieldFrame label={t("From your page")}>
              {(props) => (
                <select
                  {...props}
                  className={`${props.className} h-11`}
                  value={offer}
                  onChange={({ currentTarget }) => setOffer(currentTarget.value)}
                >
                  <option value="">{t("A track, a release or a show")}</option>
                  {(["release", "track", "show"] as const).map((kind) => {
                    const own = offers.filter((each) => each.kind === kind);
                    return own.length === 0 ? null : (
                      <optgroup key={kind} label={t(groups[kind])}>
                        {own.map(({ id, title, line }) => (
                          <option key={id} value={id}>
                            {kind === "show" ? `${title} (${line})` : title}
                          </option>
                        ))}
                      </optgroup>
                    );
                  })}
                </select>
              )}
            </FieldFrame>
          </div>
          <Button
            variant="secondary"
            disabled={!chosen}
            onClick={() => {
              if (chosen) editor.current?.insert({ kind: chosen.kind, id: chosen.id });
              setOffer("");
            }}
          >
            {t("Put it in")}
          </Button>
        </div>
      )}
      <p className="font-semibold text-sm">{t("Letter|its text")}</p>
      <div
        role="toolbar"
        aria-label={t("Formatting")}
        className="sticky top-16 z-10 flex flex-wrap items-center bg-surface py-1 sm:gap-1"
      >
        <IconButton icon={Bold} label={t("Bold")} isPressed={marks.bold} onClick={run("bold")} />
        <IconButton icon={Italic} label={t("Italic")} isPressed={marks.italic} onClick={run("italic")} />
        <IconButton icon={Heading2} label={t("Heading")} isPressed={marks.heading} onClick={run("heading")} />
        <IconButton
          icon={Link2}
          label={t("Link")}
          isPressed={marks.href !== null}
          onClick={() => setIsLinking(!isLinking)}
        />
        <IconButton icon={ImagePlus} label={t("Add a picture")} onClick={() => file.current?.click()} />
        <IconButton icon={Undo2} label={t("Undo")} onClick={run("undo")} />
        <IconButton icon={Redo2} label={t("Redo")} onClick={run("redo")} />
        <input
          ref={file}
          type="file"
          accept="image/*"
          multiple
          hidden
          aria-label={t("Pictures for the letter")}
          onChange={({ currentTarget }) => {
            onPictures([...(currentTarget.files ?? [])]);
            currentTarget.value = "";
          }}
        />
      </div>
      {isLinking && (
        <LinkRow
          href={marks.href}
          onLink={(href) => {
            editor.current?.setLink(href);
            setIsLinking(false);
          }}
        />
      )}
    </>
  );
}

function LinkRow({ href, onLink }: { href: string | null; onLink(href: string | null): void }) {
  const [typed, setTyped] = useState(href?.replace(/^mailto:/, "") ?? "");
  const [problem, setProblem] = useState<string>();
  const apply = () => {
    const address = linkAddressOf(typed);
    if (address) onLink(address);
    else setProblem(t("Please enter an address like https://example.org"));
  };
  return (
    <div className="flex flex-wrap items-end gap-2 rounded-box bg-sunken p-3">
      <div className="grow">
        <Field
          label={t("Where it leads")}
          value={typed}
          error={problem}
          autoFocus
          inputMode="url"
          autoComplete="off"
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setProblem(undefined);
          }}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== "Enter") return;
            // Not the letter's form.
            event.preventDefault();
            apply();
          }}
        />
      </div>
      <Button variant="secondary" onClick={apply}>
        {t("Link|verb")}
      </Button>
      {href && (
        <Button variant="quiet" onClick={() => onLink(null)}>
          {t("Remove the link")}
        </Button>
      )}
    </div>
  );
}
