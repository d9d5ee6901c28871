import { describe, expect, test } from "vitest";
import { defaultAppearance } from "~/artist-theme/appearance";
import { parseForm, withinOthers } from "../../shared/forms.ts";
import { appearanceOfChoices, type Choices, choicesOf, fieldsOf, sameChoices } from "./choices.ts";
import { draftSchema, settingsSchema } from "./schema.ts";

const option = {
  id: "0b8f6a3e-5d1c-4b7a-9a57-3d4d9f1f2a10",
  name: "Harbour",
  type: "image" as const,
  url: "https://example.org/harbour.jpg",
  thumbnail_url: null,
  stored: null,
  is_active: true,
};

const stored = {
  background_id: null,
  background_opacity: 0.7,
  color_theme: "default" as const,
  layout: "classic" as const,
  font_family: "inter" as const,
  name_font: null,
  first_action: "none" as const,
  first_action_label: null,
  first_action_url: null,
  translations: {},
  youtube_background_url: null,
  youtube_background_enabled: false,
  custom_primary_color: "#8B5CF6",
  custom_secondary_color: "#EC4899",
  custom_accent_color: "#06B6D4",
  text_color_mode: "auto" as const,
  show_music_section: true,
  show_gallery_section: true,
  show_comments_section: true,
  show_events_section: true,
  show_video_section: true,
  show_booking_section: true,
  show_support_section: true,
  profile_background_opacity: 0.3,
  profile_background_color: "#000000",
  cover_image_size: "large" as const,
};
const untouched = choicesOf(stored);
const choose = (changes: Partial<Choices>): Choices => ({ ...untouched, ...changes });

function sent(choices: Choices): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOf(choices))) form.set(name, value);
  return form;
}

const typed = (choices: Choices) => withinOthers(Object.entries(fieldsOf(choices)));
const columnsOf = (choices: Choices) => settingsSchema.parse(typed(choices));
const address = "https://www.youtube.com/watch?v=abcdefghijk";

test("stored values come back unchanged, colours in one spelling", () => {
  expect(columnsOf(untouched)).toEqual({
    ...stored,
    translations: undefined,
    custom_primary_color: "#8b5cf6",
    custom_secondary_color: "#ec4899",
    custom_accent_color: "#06b6d4",
  });
  expect(appearanceOfChoices(untouched, [])).toEqual({
    ...defaultAppearance,
    customColors: { primary: "#8b5cf6", secondary: "#ec4899", accent: "#06b6d4" },
  });
});

describe("the three backgrounds exclude each other", () => {
  test("a video is switched on, and no option is chosen", () => {
    const choices = choose({
      background: "youtube",
      youtube_background_url: "https://youtu.be/abcdefghijk?si=x",
    });
    expect(columnsOf(choices)).toMatchObject({
      youtube_background_enabled: true,
      youtube_background_url: address,
      background_id: null,
    });
    expect(appearanceOfChoices(choices, [option]).background).toEqual({
      kind: "youtube",
      videoId: "abcdefghijk",
    });
  });

  test("an option switches the video off; its address is kept", () => {
    const choices = choose({ background: option.id, youtube_background_url: address });
    expect(columnsOf(choices)).toMatchObject({
      youtube_background_enabled: false,
      youtube_background_url: address,
      background_id: option.id,
    });
    expect(appearanceOfChoices(choices, [option]).background).toMatchObject({
      kind: "image",
      url: option.url,
    });
  });

  test("none is neither", () => {
    expect(columnsOf(choose({ background: "none", youtube_background_url: address }))).toMatchObject({
      youtube_background_enabled: false,
      background_id: null,
    });
  });
});

test.each([
  "",
  "https://youtube.com.evil.test/watch?v=abcdefghijk",
  "https://evil.test/watch?v=abcdefghijk",
  "javascript:alert(1)//youtu.be/abcdefghijk",
  "https://vimeo.com/123456",
  "https://youtu.be/short",
])("'%s' is no video to put behind a page; while it is typed there is none", (youtube_background_url) => {
  const choices = choose({ background: "youtube", youtube_background_url });
  expect(parseForm(settingsSchema, sent(choices))).toMatchObject({
    ok: false,
    errors: { youtube_background_url: "Please enter a valid YouTube URL" },
  });
  expect(draftSchema.parse(fieldsOf(choices))).toMatchObject({
    youtube_background_enabled: false,
    youtube_background_url: null,
  });
});

describe("what fans are offered first", () => {
  const link = {
    first_action: "link",
    first_action_label: " Pre-save  it ",
    first_action_url: "a.example/x",
  };

  test("a link has a text and an address, each in one spelling", () => {
    expect(columnsOf(choose({ ...link, first_action: "link" }))).toMatchObject({
      first_action: "link",
      first_action_label: "Pre-save it",
      first_action_url: "https://a.example/x",
    });
  });

  test.each([
    ["first_action_label", " ", "Please say what it leads to"],
    ["first_action_label", "x".repeat(41), "Please use at most 40 characters"],
    ["first_action_url", "", "Please enter a valid URL"],
    ["first_action_url", "javascript:alert(1)", "Please enter a valid URL"],
  ])("%s is never '%s'; while it is typed there is no link", (field, value, message) => {
    const choices = choose({ ...link, first_action: "link", [field]: value });
    expect(parseForm(settingsSchema, sent(choices))).toMatchObject({
      ok: false,
      errors: { [field]: message },
    });
    expect(draftSchema.parse(fieldsOf(choices))).toMatchObject({ first_action: "link", [field]: null });
  });

  test("the link is kept while something else is offered", () => {
    expect(columnsOf(choose({ ...link, first_action: "play" }))).toMatchObject({
      first_action: "play",
      first_action_label: "Pre-save it",
    });
    expect(columnsOf(choose({ first_action: "show", first_action_url: "nowhere" }))).toMatchObject({
      first_action: "show",
      first_action_url: null,
    });
  });
});

describe("the text of the link in other languages", () => {
  const link = { first_action_label: "Pre-save it", first_action_url: "https://a.example/x" };
  const german = (text: string) => ({ de: { first_action_label: text } });

  test("a row's other translations are not this form's", () => {
    const translations = { de: { first_action_label: "Vormerken", bio: "Lieder" }, fr: { bio: "Chansons" } };
    expect(choicesOf({ ...stored, translations }).translations).toEqual(german("Vormerken"));
  });

  test("it is a change, is stored in one spelling, and may be taken away", () => {
    const written = choose({ ...link, first_action: "link", translations: german(" Jetzt  vormerken ") });
    expect(columnsOf(written).translations).toEqual(german("Jetzt vormerken"));
    expect(sameChoices(written, { ...written, translations: german("Jetzt vormerken") })).toBe(true);
    expect(sameChoices(written, { ...written, translations: {} })).toBe(false);
    const emptied = { ...written, translations: german("") };
    expect(columnsOf(emptied).translations).toEqual({});
    expect(sameChoices(emptied, { ...written, translations: {} })).toBe(true);
  });

  test("what is too long is refused beside its field; while something else is offered nothing is said of it", () => {
    const long = { ...link, translations: german("x".repeat(41)) };
    expect(parseForm(settingsSchema, sent(choose({ ...long, first_action: "link" })))).toMatchObject({
      ok: false,
      errors: { "translations.de.first_action_label": "Please use at most 40 characters" },
    });
    expect(columnsOf(choose({ ...long, first_action: "play" })).translations).toBeUndefined();
    const kept = choose({ ...link, first_action: "play", translations: german("Vormerken") });
    expect(columnsOf(kept).translations).toEqual(german("Vormerken"));
  });
});

test("a section is off when its box isn't sent", () => {
  const choices = choose({ shown: new Set(["show_music_section"]) });
  expect(columnsOf(choices)).toMatchObject({
    show_music_section: true,
    show_support_section: false,
    show_comments_section: false,
  });
});

test("only a difference that saving would store counts as a change", () => {
  expect(sameChoices(untouched, choose({ custom_primary_color: "#8b5cf6" }))).toBe(true);
  expect(sameChoices(untouched, choose({ youtube_background_url: "https://you" }))).toBe(true);
  expect(sameChoices(untouched, choose({ background: "youtube" }))).toBe(false);
  expect(sameChoices(untouched, choose({ background_opacity: 0.6 }))).toBe(false);
  expect(sameChoices(untouched, choose({ first_action_label: "Tape" }))).toBe(false);
  expect(sameChoices(untouched, choose({ shown: new Set() }))).toBe(false);
});

test.each([
  ["background", "mine"],
  ["background", ""],
  ["layout", ""],
  ["name_font", ""],
  ["first_action", "dance"],
  ["show_music_section", "maybe"],
])("%s is never '%s'", (name, value) => {
  expect(settingsSchema.safeParse({ ...fieldsOf(untouched), [name]: value }).success).toBe(false);
});
