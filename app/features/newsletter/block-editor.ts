import { baseKeymap, setBlockType, toggleMark } from "prosemirror-commands";
import { history, redo, undo } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { type Attrs, type Mark, type Node, Schema } from "prosemirror-model";
import { EditorState, NodeSelection, Selection, type Transaction } from "prosemirror-state";
import { EditorView, type NodeView } from "prosemirror-view";
import { msg, t } from "~/shared/t";
import "./block-editor.css";
import { altLimit, type Block, type CardKind, linkAddressOf, type Words } from "./issue-document.ts";

// The editor of a letter's blocks, loaded when a letter is opened. What is pasted becomes what the schema knows: anything
// else of it is left out.

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function copied({ dataset: { block, id, alt = "" } }: HTMLElement) {
  return id && uuid.test(id) ? { kind: block, id, alt: alt.slice(0, altLimit) } : false;
}

const schema = new Schema({
  nodes: {
    doc: { content: "block+" },
    paragraph: {
      content: "inline*",
      group: "block",
      parseDOM: [{ tag: "p" }, { tag: "li" }],
      toDOM: () => ["p", { dir: "auto" }, 0],
    },
    heading: {
      content: "inline*",
      group: "block",
      defining: true,
      parseDOM: ["h1", "h2", "h3", "h4"].map((tag) => ({ tag })),
      toDOM: () => ["h2", { dir: "auto" }, 0],
    },
    // What is cut can be put in again.
    picture: {
      group: "block",
      atom: true,
      attrs: { id: {}, alt: { default: "" } },
      parseDOM: [{ tag: "figure[data-block=picture]", getAttrs: copied }],
      toDOM: ({ attrs: { id, alt } }) => [
        "figure",
        { "data-block": "picture", "data-id": id, "data-alt": alt },
      ],
    },
    card: {
      group: "block",
      atom: true,
      attrs: { kind: {}, id: {} },
      parseDOM: (["track", "release", "show"] as const).map((kind) => ({
        tag: `figure[data-block=${kind}]`,
        getAttrs: copied,
      })),
      toDOM: ({ attrs: { kind, id } }) => ["figure", { "data-block": kind, "data-id": id }],
    },
    text: { group: "inline" },
    break: {
      inline: true,
      group: "inline",
      selectable: false,
      parseDOM: [{ tag: "br" }],
      toDOM: () => ["br"],
    },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [
        {
          tag: "a[href]",
          getAttrs: (link) => {
            const href = linkAddressOf(link.getAttribute("href") ?? "");
            return href ? { href } : false;
          },
        },
      ],
      toDOM: (mark) => ["a", { href: mark.attrs.href }, 0],
    },
    bold: {
      parseDOM: [{ tag: "b" }, { tag: "strong" }, { style: "font-weight=bold" }],
      toDOM: () => ["strong", 0],
    },
    italic: {
      parseDOM: [{ tag: "i" }, { tag: "em" }, { style: "font-style=italic" }],
      toDOM: () => ["em", 0],
    },
  },
});
const { paragraph, heading } = schema.nodes;

/** What a picture or a card shows in the editor. */
export interface Shown {
  title: string;
  line: string;
  /** The address of its picture. */
  src: string | null;
}

/** What the selection is, for the buttons. */
export interface EditorMarks {
  bold: boolean;
  italic: boolean;
  heading: boolean;
  /** Where the selected link leads; null without one. */
  href: string | null;
  hasSelection: boolean;
}

export type EditorCommand = "bold" | "italic" | "heading" | "undo" | "redo";

export interface BlockEditor {
  run(command: EditorCommand): void;
  /** Makes the selection a link, or no link any more; without a selection the address itself is put in. */
  setLink(href: string | null): void;
  insert(block: Exclude<Block, { words: unknown }>): void;
  setBlocks(blocks: readonly Block[]): void;
  focus(): void;
  /** Has the writing go on at the end. */
  goOn(): void;
  destroy(): void;
}

/**
 * Opens the editor in a place of the page.
 * @param shownAs what a block of the page or a picture shows; null where it is gone, or not to be seen by others
 */
export function openBlockEditor(
  place: HTMLElement,
  {
    blocks,
    attributes,
    shownAs,
    onChange,
    onMarks,
    onPaste,
  }: {
    blocks: readonly Block[];
    /** Of the element that is written in. */
    attributes: Record<string, string>;
    shownAs(kind: CardKind | "picture", id: string): Shown | null;
    onChange(blocks: Block[]): void;
    onMarks(marks: EditorMarks): void;
    /** Pictures that are pasted or dropped. */
    onPaste(files: File[]): void;
  },
): BlockEditor {
  const plugins = [
    history(),
    keymap({
      "Mod-b": toggleMark(schema.marks.bold),
      "Mod-i": toggleMark(schema.marks.italic),
      "Mod-z": undo,
      "Mod-y": redo,
      "Mod-Shift-z": redo,
      "Shift-Enter": (state, dispatch) => {
        dispatch?.(state.tr.replaceSelectionWith(schema.nodes.break.create()).scrollIntoView());
        return true;
      },
    }),
    keymap(baseKeymap),
  ];
  const stateOf = (blocks: readonly Block[]) => EditorState.create({ doc: documentOf(blocks), plugins });
  const takeFiles = (data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
    if (files.length > 0) onPaste(files);
    return files.length > 0;
  };
  const view = new EditorView(place, {
    state: stateOf(blocks),
    attributes,
    dispatchTransaction(transaction: Transaction) {
      const state = view.state.apply(transaction);
      view.updateState(state);
      if (transaction.docChanged) onChange(blocksIn(state.doc));
      onMarks(marksOf(state));
    },
    nodeViews: {
      picture: (node, view, place) => pictureView(node, view, place, shownAs("picture", node.attrs.id)),
      card: (node, view, place) => cardView(node, view, place, shownAs(node.attrs.kind, node.attrs.id)),
    },
    handlePaste: (_, event) => takeFiles(event.clipboardData),
    handleDrop: (_, event) => takeFiles(event.dataTransfer),
  });
  const commands = {
    bold: toggleMark(schema.marks.bold),
    italic: toggleMark(schema.marks.italic),
    undo,
    redo,
  };
  return {
    run(command) {
      const { state } = view;
      if (command === "heading") {
        setBlockType(marksOf(state).heading ? paragraph : heading)(state, view.dispatch);
      } else commands[command](state, view.dispatch);
      view.focus();
    },
    setLink(href) {
      const { state } = view;
      const { from, to } = linkAround(state) ?? state.selection;
      const { link } = schema.marks;
      let transaction = state.tr;
      if (from === to) {
        if (href) transaction = transaction.insert(from, schema.text(href, [link.create({ href })]));
      } else {
        transaction = transaction.removeMark(from, to, link);
        if (href) transaction = transaction.addMark(from, to, link.create({ href }));
      }
      view.dispatch(transaction);
      view.focus();
    },
    insert(block) {
      const { state } = view;
      const { $from } = state.selection;
      const at = $from.depth === 0 ? state.selection.to : $from.after(1);
      const isEmpty = $from.depth > 0 && $from.parent.content.size === 0;
      const from = isEmpty ? $from.before(1) : at;
      let transaction = state.tr.replaceWith(from, at, [nodeOf(block), paragraph.create()]);
      // Goes on being written after it.
      transaction = transaction.setSelection(Selection.near(transaction.doc.resolve(from + 2)));
      view.dispatch(transaction.scrollIntoView());
      view.focus();
    },
    setBlocks: (blocks) => view.updateState(stateOf(blocks)),
    focus: () => view.focus(),
    goOn() {
      const { tr } = view.state;
      view.dispatch(tr.setSelection(Selection.atEnd(tr.doc)));
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

function documentOf(blocks: readonly Block[]): Node {
  return schema.nodes.doc.create(null, blocks.length > 0 ? blocks.map(nodeOf) : [paragraph.create()]);
}

function nodeOf(block: Block): Node {
  if (block.kind === "picture") return schema.nodes.picture.create({ id: block.id, alt: block.alt });
  if (!("words" in block)) return schema.nodes.card.create({ kind: block.kind, id: block.id });
  const inline = block.words.flatMap(({ text, ...look }) => {
    const marks = marksFor(look);
    return text
      .split("\n")
      .flatMap((line, at) => [
        ...(at > 0 ? [schema.nodes.break.create()] : []),
        ...(line ? [schema.text(line, marks)] : []),
      ]);
  });
  return (block.kind === "heading" ? heading : paragraph).create(null, inline);
}

function marksFor({ bold, italic, href }: Omit<Words, "text">): Mark[] {
  const { link, bold: strong, italic: slanted } = schema.marks;
  return [
    ...(href ? [link.create({ href })] : []),
    ...(bold ? [strong.create()] : []),
    ...(italic ? [slanted.create()] : []),
  ];
}

function blocksIn(doc: Node): Block[] {
  const blocks: Block[] = [];
  doc.forEach((node) => {
    const { id, alt, kind } = node.attrs;
    if (node.type.name === "picture") blocks.push({ kind: "picture", id, alt });
    else if (node.type.name === "card") blocks.push({ kind, id });
    else blocks.push({ kind: node.type === heading ? "heading" : "paragraph", words: wordsIn(node) });
  });
  // The empty line that one goes on writing in belongs to nothing.
  while (blocks.length > 1) {
    const last = blocks.at(-1);
    if (!last || !("words" in last) || last.words.length > 0) break;
    blocks.pop();
  }
  return blocks;
}

function wordsIn(node: Node): Words[] {
  const all: Words[] = [];
  node.forEach((child) => {
    const named = new Map(child.marks.map((mark) => [mark.type.name, mark]));
    // In the order in which they are stored, and nothing that is not so.
    const words: Words = {
      text: child.isText ? (child.text ?? "") : "\n",
      ...(named.has("bold") && { bold: true }),
      ...(named.has("italic") && { italic: true }),
      ...(named.has("link") && { href: named.get("link")?.attrs.href }),
    };
    const last = all.at(-1);
    if (last && last.bold === words.bold && last.italic === words.italic && last.href === words.href) {
      last.text += words.text;
    } else all.push(words);
  });
  return all;
}

function marksOf(state: EditorState): EditorMarks {
  const { from, to, empty, $from } = state.selection;
  const has = (name: "bold" | "italic") =>
    empty
      ? schema.marks[name].isInSet(state.storedMarks ?? $from.marks()) !== undefined
      : state.doc.rangeHasMark(from, to, schema.marks[name]);
  return {
    bold: has("bold"),
    italic: has("italic"),
    heading: $from.parent.type === heading,
    href: linkAround(state)?.href ?? null,
    hasSelection: !empty && !(state.selection instanceof NodeSelection),
  };
}

/** The whole link that the selection begins in. */
function linkAround({
  selection: { $from },
}: EditorState): { from: number; to: number; href: string } | null {
  const { parent, parentOffset } = $from;
  let found: { from: number; to: number; href: string } | null = null;
  parent.forEach((child, offset) => {
    const mark = schema.marks.link.isInSet(child.marks);
    if (!mark || offset > parentOffset || offset + child.nodeSize < parentOffset) return;
    const from = $from.start() + offset;
    found = { from, to: from + child.nodeSize, href: mark.attrs.href };
  });
  return found;
}

type Place = () => number | undefined;

/** A frame around something that isn't text, with a button that takes it out. */
function framed(view: EditorView, place: Place, label: string, attributes: Attrs = {}) {
  const dom = document.createElement("figure");
  dom.contentEditable = "false";
  for (const [key, value] of Object.entries(attributes)) dom.setAttribute(key, String(value));
  const remove = document.createElement("button");
  remove.type = "button";
  remove.textContent = t("Remove");
  remove.setAttribute("aria-label", label);
  remove.addEventListener("click", () => {
    const at = place();
    const node = at === undefined ? null : view.state.doc.nodeAt(at);
    if (at === undefined || !node) return;
    view.dispatch(view.state.tr.delete(at, at + node.nodeSize));
    view.focus();
  });
  return { dom, remove };
}

const outside: Pick<NodeView, "stopEvent" | "ignoreMutation"> = {
  // Its field and its button are its own; a press beside them selects it.
  stopEvent: ({ target }) => target instanceof Element && target.closest("input, button") !== null,
  ignoreMutation: () => true,
};

function pictureView(node: Node, view: EditorView, place: Place, shown: Shown | null): NodeView {
  const { dom, remove } = framed(view, place, t("Remove the picture"));
  const image = document.createElement("img");
  image.alt = "";
  if (shown?.src) image.src = shown.src;
  const label = document.createElement("label");
  const field = document.createElement("input");
  field.value = node.attrs.alt;
  field.maxLength = altLimit;
  field.dir = "auto";
  field.placeholder = t("For readers who don't see it");
  field.addEventListener("input", () => {
    const at = place();
    if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, "alt", field.value));
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
  label.append(t("What the picture shows"), field);
  dom.append(shown ? image : t("This picture is gone: readers don't get it."), label, remove);
  return {
    dom,
    ...outside,
    update(next) {
      if (next.type !== node.type || next.attrs.id !== node.attrs.id) return false;
      if (field.value !== next.attrs.alt) field.value = next.attrs.alt;
      return true;
    },
  };
}

const missing: Record<CardKind, { title: string; remove: string }> = {
  track: { title: msg("A track that visitors don't see"), remove: msg("Remove the track") },
  release: { title: msg("A release that visitors don't see"), remove: msg("Remove the release") },
  show: { title: msg("A show that visitors don't see"), remove: msg("Remove the show") },
};

function cardView(node: Node, view: EditorView, place: Place, shown: Shown | null): NodeView {
  const kind: CardKind = node.attrs.kind;
  const label = shown ? t("Remove {name}", { name: shown.title }) : t(missing[kind].remove);
  const { dom, remove } = framed(view, place, label, { class: "is-card" });
  if (shown?.src) {
    const image = document.createElement("img");
    image.alt = "";
    image.src = shown.src;
    dom.append(image);
  }
  const text = document.createElement("div");
  const title = document.createElement("strong");
  title.dir = "auto";
  title.textContent = shown ? shown.title : t(missing[kind].title);
  const line = document.createElement("span");
  line.textContent = shown ? shown.line : t("It is hidden or deleted: the letter goes out without it.");
  text.append(title, line);
  dom.append(text, remove);
  return { dom, ...outside };
}
