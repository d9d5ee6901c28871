import { UserRound } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { ownerAction } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed, unlessFailed } from "~/shared/action-answer";
import { artistPath } from "~/shared/artist-address";
import { coverSizes } from "~/shared/cover-sizes";
import { type Picture, squarePlace } from "~/shared/picture";
import { t } from "~/shared/t";
import { Card } from "~/ui/card";
import { Photo } from "~/ui/photo";
import { SaveBar, useSavedForm } from "~/ui/saved-form";
import { ToolPage } from "~/ui/tool-page";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { AddressCard } from "./address-card";
import { executeProfileAction } from "./commands.server";
import type { Focus } from "./cover-area";
import { CoverPreview, CoverSizePicker, FocusPicker } from "./cover-preview";
import { PictureCard } from "./picture-card";
import { ProfileForm } from "./profile-form";
import { ownOriginals, ownPictures, ownProfile } from "./queries.server";
import { notSavedText, profileActionSchema, profileSchema, profileValues } from "./schema";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, config } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const [profile, pictures, originals] = await db
    .asMusician(userId)
    .read(async (tx) => [
      await ownProfile(tx, userId),
      await ownPictures(tx, userId),
      await ownOriginals(tx, userId),
    ]);
  const stored = profileValues(profile);
  return { profile: profile ?? null, stored, pictures, originals, origin: config.origin };
}

export const action = ownerAction(profileActionSchema, executeProfileAction);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction, {
    failed: notSavedText,
    signedOut: t("You must be logged in to save profile"),
  });
}

export const shouldRevalidate = unlessFailed;

/** [2 §2] Profile screen */
export default function Profile({
  loaderData: { profile, stored, pictures, originals, origin },
}: Route.ComponentProps) {
  const form = useSavedForm({
    schema: profileSchema,
    hidden: { intent: "save-profile" },
    stored,
    texts: {
      done: t("Profile saved successfully!"),
      failed: notSavedText(t("Unknown error")),
      refused: notSavedText,
    },
  });
  const { values, look } = form;
  const [coverSize, setCoverSize] = useState(
    coverSizes.find((size) => size === values.cover_image_size) ?? "large",
  );
  const [focus, setFocus] = useState<Focus>({
    x: Number(values.cover_focus_x),
    y: Number(values.cover_focus_y),
  });
  // They stand beside the form's own fields.
  const lookAgain = useEffectEvent(() => look());
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another size or focal point is chosen
  useEffect(() => lookAgain(), [coverSize, focus]);
  const path = profile && artistPath({ artistName: profile.artist_name, customUrl: profile.custom_url });

  return (
    <ToolPage
      title={t("Profile")}
      intro={t("Who you are, as your fans read it.")}
      preview={{ typed: { form: "profile", id: form.id, hasChanges: form.hasChanges } }}
    >
      <div className="flex max-w-4xl flex-col gap-6">
        <Card title={t("About you")}>
          <ProfileForm
            form={form}
            own={profile?.custom_url ?? null}
            origin={origin}
            translations={profile?.translations}
          />
        </Card>
        <AddressCard origin={origin} path={path} />
        <PictureCard
          kind="avatar"
          picture={pictures.avatar}
          original={originals.avatar}
          hasProfile={profile !== null}
        >
          {(avatar) => <Avatar picture={avatar} />}
        </PictureCard>
        <PictureCard
          kind="cover"
          picture={pictures.cover}
          original={originals.cover}
          hasProfile={profile !== null}
          below={(cover) => (
            <div className="grid grid-cols-1 gap-5">
              <CoverSizePicker
                form={form.id}
                size={coverSize}
                error={form.errors.cover_image_size}
                onSize={setCoverSize}
              />
              {cover ? (
                <FocusPicker form={form.id} focus={focus} onFocus={setFocus} />
              ) : (
                <>
                  <input type="hidden" form={form.id} name="cover_focus_x" value={focus.x} />
                  <input type="hidden" form={form.id} name="cover_focus_y" value={focus.y} />
                </>
              )}
            </div>
          )}
        >
          {(cover) =>
            cover && <CoverPreview cover={cover} size={coverSize} focus={focus} onFocus={setFocus} />
          }
        </PictureCard>
        <SaveBar form={form} submitText={t("Save Profile")} />
      </div>
    </ToolPage>
  );
}

function Avatar({ picture }: { picture: Picture | null }) {
  const look = "size-32 rounded-full border border-line";
  if (picture) {
    return (
      <Photo
        picture={picture}
        places={squarePlace(8)}
        alt={t("Your profile picture")}
        className={`${look} object-cover`}
      />
    );
  }
  return (
    <span className={`grid place-items-center bg-sunken text-muted ${look}`}>
      <UserRound aria-hidden="true" className="size-12" />
    </span>
  );
}
