import { z } from "zod";
import { deleteRestorably } from "#server/db/delete-restorably.ts";
import { lockOrder } from "#server/db/reorder.ts";
import { AppError } from "#server/errors.ts";
import { type FoundRow, type ImportColumns, importKind } from "#server/import-kinds.ts";
import { type StoredPicture, storeImage } from "#server/media/images.ts";
import {
  type ArchivedRow,
  archivedEntries,
  archivedRows,
  archivedText,
  type ImportedFile,
  type ImportedPage,
} from "#server/media/import-file.ts";
import { versionOf } from "~/shared/form-version";
import { plainLine } from "~/shared/plain-text";
import { msg, t } from "~/shared/t";
import { webAddressOf } from "~/shared/web-address";
import { localTimeIn } from "~/shared/zoned-time";
import { addLink, setLinkPicture, writeLinkPicture } from "./commands.server";
import { instantsOf, linkLimit, linkSchema, linkValues, titleLimit, tooManyText } from "./schema";

/** A link's picture is no larger. */
const frame = { width: 320, height: 320 };

/** In which an imported link's times are read and written, if it has any. */
const noZone = "UTC";

interface Found {
  title?: string | null | undefined;
  url?: string | null | undefined;
  picture?: string | undefined;
}

const linktreeLink = z.object({
  title: z.string().nullish(),
  url: z.string().nullish(),
  type: z.string().nullish(),
  position: z.number().nullish(),
});
const linktreeLinks = z.object({ links: z.array(linktreeLink) });
const linktreePage = z.object({
  props: z.object({ pageProps: linktreeLinks.or(z.object({ account: linktreeLinks })) }),
});

/** LinkStack's export, of the links or of all; its pages have the links in this order too. */
const linkStackFile = z.object({
  links: z.array(
    z.object({
      link: z.string().nullish(),
      title: z.string().nullish(),
      order: z.coerce.number().nullish(),
      up_link: z.string().nullish(),
    }),
  ),
});

/** A link of a saved Linktree page is nothing else, and has its words as its title. */
function linktreeOf(data: unknown, page?: ImportedPage): Found[] | undefined {
  const parsed = linktreePage.safeParse(data);
  if (!parsed.success) return undefined;
  const { pageProps } = parsed.data.props;
  const links = "links" in pageProps ? pageProps.links : pageProps.account.links;
  const pictures = new Map(page?.links.map(({ href, picture }) => [webAddressOf(href), picture]));
  return (
    links
      // A header has no address.
      .filter(({ type, url }) => type !== "HEADER" && url)
      .map((link, at) => ({ ...link, position: link.position ?? at }))
      .toSorted((one, other) => one.position - other.position)
      .map(({ title, url }) => ({ title, url, picture: pictures.get(webAddressOf(url ?? "")) }))
  );
}

function linkStackOf(data: unknown): Found[] | undefined {
  const parsed = linkStackFile.safeParse(data);
  if (!parsed.success) return undefined;
  const placeOf = ({ up_link, order }: { up_link?: string | null; order?: number | null }) =>
    (up_link === "yes" ? 0 : 1_000_000) + (order ?? 0);
  return parsed.data.links
    .filter(({ link }) => link)
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map(({ title, link }) => ({ title, url: link }));
}

/** A page of LinkStack marks its buttons; of any other page every link that leads out of it may be meant. */
function pageLinksOf({ links }: ImportedPage): Found[] {
  const outward = links.filter(({ href }) => /^https?:\/\//i.test(href));
  const buttons = outward.filter(({ classes }) => /\bbutton\b.*\bbutton-click\b/.test(classes));
  return (buttons.length > 0 ? buttons : outward).map(({ text, href, picture }) => ({
    title: text,
    url: href,
    picture,
  }));
}

function foundIn(file: ImportedFile, columns: ImportColumns): FoundRow[] {
  if (file.is === "table") return tableRows(file.records, columns);
  if (file.is === "archive") {
    const placeOf = archivedEntries(file);
    return archivedRows(file, "page_links").map((link, at) => {
      const place = placeOf(archivedText(link, "image_url"));
      const entry = place === undefined ? undefined : file.entries[place];
      return archivedLink(link, at, entry?.type === "picture" && !entry.problem ? place : undefined);
    });
  }
  if (file.is !== "page" && file.is !== "json") return [];
  const found =
    file.is === "page"
      ? (linktreeOf(file.data, file) ?? pageLinksOf(file))
      : (linktreeOf(file.data) ?? linkStackOf(file.data) ?? []);
  return found.map((link, at) => rowOf(at + 1, link));
}

/** @param picture the place of its picture among the archive's entries */
function archivedLink(link: ArchivedRow, at: number, picture: number | undefined): FoundRow {
  const text = (column: string) => archivedText(link, column);
  const local = (column: string) => {
    const instant = new Date(text(column));
    // What is no time is refused by the form.
    return Number.isNaN(instant.getTime()) ? text(column) : localTimeIn(noZone, instant);
  };
  return {
    row: at + 1,
    fields: {
      ...{ title: text("title"), url: text("url"), icon: text("icon"), time_zone: noZone },
      ...{ shown_from: local("shown_from"), shown_until: local("shown_until") },
      is_visible: String(link.is_visible === true),
      entry: String(picture ?? -1),
    },
    ...(link.image_url && picture === undefined ? { note: t("It comes in without its picture.") } : {}),
  };
}

function rowOf(row: number, { title, url, picture }: Found): FoundRow {
  const address = url ?? "";
  return {
    row,
    fields: {
      title: plainLine(title ?? "", titleLimit) || hostOf(address),
      url: address,
      icon: "",
      shown_from: "",
      shown_until: "",
      time_zone: noZone,
    },
    ...(picture && { picture }),
  };
}

function hostOf(address: string): string {
  const known = webAddressOf(address);
  return known ? new URL(known).hostname.replace(/^www\./, "") : "";
}

/** A table with a column of addresses, or a list of addresses without a head. */
function tableRows(records: readonly string[][], columns: ImportColumns): FoundRow[] {
  const { url = -1, title = -1 } = columns;
  const [head] = records;
  if (url >= 0) {
    return records
      .slice(1)
      .map((record, at) => rowOf(at + 2, { title: record[title] ?? "", url: record[url] ?? "" }));
  }
  const at = head?.findIndex((field) => /^https?:\/\/\S+$/i.test(field.trim())) ?? -1;
  if (at < 0) return [];
  return records.map((record, index) =>
    rowOf(index + 1, { title: record.find((_, place) => place !== at) ?? "", url: record[at]?.trim() ?? "" }),
  );
}

function versionNow({
  is_visible,
  ...link
}: Parameters<typeof linkValues>[0] & { is_visible: boolean }): string {
  return versionOf({ ...linkValues(link, noZone), is_visible: String(is_visible) });
}

const linkForm = linkSchema.and(
  z.object({
    is_visible: z.stringbool().default(true),
    /** The archive's entry that is its picture; -1 without one. */
    entry: z.coerce.number().int().default(-1),
  }),
);

const links = importKind<z.output<typeof linkForm> & { stored?: StoredPicture }>({
  name: "links",
  many: msg("links|rows of a file"),
  counted: (count) => t("{count, plural, one {# link} other {# links}}", { count }),
  columns: {
    url: { label: msg("Address"), heads: /^(url|link|website)$/, isRequired: true },
    title: { label: msg("Title"), heads: /^(title|name|label|text)$/ },
  },
  find: foundIn,
  schema: linkForm,
  labelOf: ({ title, url }) => title || url || "",
  detailOf: ({ url = "", is_visible, entry = "-1" }) =>
    [url, is_visible === "false" && t("hidden|a link"), entry !== "-1" && t("with its picture|a link")]
      .filter(Boolean)
      .join(" · "),
  keyOf: ({ url }) => url,
  async known(tx, userId) {
    const rows = await tx
      .selectFrom("page_links")
      .select(["url", "title"])
      .where("user_id", "=", userId)
      .limit(linkLimit)
      .execute();
    return new Map(
      rows.map(({ url, title }) => [url, t("Your link “{title}” leads there already.", { title })]),
    );
  },
  async room(tx, userId) {
    const { count } = await tx
      .selectFrom("page_links")
      .select((is) => is.fn.countAll<number>().as("count"))
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    return { rows: linkLimit - count, text: tooManyText() };
  },
  lock: (tx, userId) => lockOrder(tx, "page_links", userId),
  async store({ storage }, userId, form, files) {
    if (form.entry < 0) return form;
    const name = `link-import-${files.id}-${form.entry}`;
    const stored = await files.use(form.entry, (source) =>
      storeImage(storage, { folder: "photos", userId, name, source, frame }),
    );
    return { ...form, stored };
  },
  async save(tx, { config }, userId, forms) {
    const saved = [];
    for (const { stored, entry: _, ...form } of forms) {
      const id = await addLink(tx, userId, form);
      if (stored) await writeLinkPicture(tx, config, userId, id, stored);
      const link = { ...form, ...instantsOf(form) };
      saved.push({ id, version: versionNow(link) });
    }
    return saved;
  },
  async follow(services, userId, made) {
    const troubles: string[] = [];
    for (const { row, id, label, picture } of made) {
      if (!picture) continue;
      try {
        const stored = await storeImage(services.storage, {
          folder: "photos",
          userId,
          name: `link-${id}`,
          source: Buffer.from(picture.slice(picture.indexOf(",") + 1), "base64"),
          frame,
        });
        await setLinkPicture(services, userId, id, stored);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        troubles.push(
          t("Row {row}, “{label}”, came in without its picture: {reason}", {
            ...{ row, label },
            reason: error.publicText,
          }),
        );
      }
    }
    return troubles;
  },
  async versions(tx, userId, ids) {
    const rows = await tx
      .selectFrom("page_links")
      .select(["id", "title", "url", "icon", "shown_from", "shown_until", "is_visible"])
      .where("user_id", "=", userId)
      .where("id", "in", ids)
      .forUpdate()
      .execute();
    return new Map(rows.map(({ id, ...link }) => [id, versionNow(link)]));
  },
  async delete(tx, _, ids) {
    await deleteRestorably(tx, "link", ids);
  },
});

export const importKinds = { links };
