import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { ToastProvider } from "~/ui/toasts";
import { BackgroundGroup } from "./background-group.tsx";
import { type Choices, choicesOf } from "./choices.ts";
import { backgroundOpacityRange, profileBackgroundOpacityRange } from "./schema.ts";

const id = "0b8f6a3e-5d1c-4b7a-9a57-3d4d9f1f2a10";
const choices: Choices = choicesOf({
  background_id: id,
  background_opacity: 0.7,
  color_theme: "default",
  layout: "classic",
  font_family: "inter",
  name_font: null,
  first_action: "none",
  first_action_label: null,
  first_action_url: null,
  youtube_background_url: null,
  youtube_background_enabled: false,
  custom_primary_color: "#8b5cf6",
  custom_secondary_color: "#ec4899",
  custom_accent_color: "#06b6d4",
  text_color_mode: "auto",
  show_music_section: true,
  show_gallery_section: true,
  show_comments_section: true,
  show_events_section: true,
  show_video_section: true,
  show_booking_section: true,
  show_support_section: true,
  profile_background_opacity: 0.3,
  profile_background_color: "#000000",
  cover_image_size: "large",
});

test("a failed load of the backgrounds is reported, and the chosen one is kept", () => {
  const Stub = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <ToastProvider>
          <BackgroundGroup
            ref={null}
            choices={choices}
            options={null}
            error={undefined}
            onChange={() => {}}
          />
        </ToastProvider>
      ),
    },
  ]);
  const html = renderToStaticMarkup(<Stub />);
  expect(html).toContain("Failed to load background options");
  expect(html).toContain(`<input type="hidden" name="background" value="${id}"/>`);
});

test("the opacities go as far as documented", () => {
  expect(backgroundOpacityRange).toEqual({ min: 0.1, max: 1, step: 0.1 });
  expect(profileBackgroundOpacityRange).toMatchObject({ min: 0, max: 1 });
});
