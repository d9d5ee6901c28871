import { z } from "zod";
import { asFormOf, idField, nameField, resource, timeField } from "#server/api/resource.ts";
import { executeLinkAction, saveLink } from "./commands.server";
import { linkIcons, linkSchema, titleLimit } from "./schema";

const written = z.strictObject({
  title: z.string().min(1).max(titleLimit),
  url: z.string().min(1).max(2048),
  icon: nameField(linkIcons).nullable(),
  shown_from: timeField.nullable(),
  shown_until: timeField.nullable(),
  is_visible: z.boolean(),
});

type LinkValues = Partial<z.output<typeof written>>;

/** The form has times by the clocks of a zone, to the second. */
const linkForm = (values: LinkValues & { id?: string }) =>
  asFormOf(linkSchema, {
    ...values,
    shown_from: values.shown_from?.slice(0, 19),
    shown_until: values.shown_until?.slice(0, 19),
    time_zone: "UTC",
  });

export const resources = [
  resource({
    path: "links",
    area: "links",
    name: { one: "link", many: "links" },
    about: "The page's own links. Their pictures are sent as files.",
    table: "page_links",
    owner: "user_id",
    row: written.extend({
      id: idField,
      image_url: z.string().nullable(),
      display_order: z.int(),
      created_at: timeField,
    }),
    rows: (tx, userId, asked) =>
      asked(
        tx
          .selectFrom("page_links")
          .select(["id", "title", "url", "icon", "image_url", "shown_from", "shown_until", "is_visible"])
          .select(["display_order", "created_at"])
          .where("user_id", "=", userId),
      ),
    create: {
      body: written.partial().required({ title: true, url: true }),
      async run(services, userId, { is_visible, ...values }) {
        const id = await saveLink(services, userId, linkForm(values));
        if (is_visible === false)
          await executeLinkAction(services, userId, { intent: "show-link", id, shown: false });
        return id;
      },
    },
    update: {
      body: written.partial(),
      async run(services, userId, stored, { is_visible, ...changed }) {
        const { id } = stored;
        await saveLink(services, userId, linkForm({ ...stored, ...changed }));
        if (is_visible !== undefined)
          await executeLinkAction(services, userId, { intent: "show-link", id, shown: is_visible });
      },
    },
    remove: (services, userId, id) => executeLinkAction(services, userId, { intent: "delete-link", id }),
    reorder: (services, userId, order) =>
      executeLinkAction(services, userId, { intent: "reorder-links", order }),
  }),
];
