import { UserRound } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useNavigation } from "react-router";
import { ownerAction } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed, unlessFailed } from "~/shared/action-answer";
import { artistPath } from "~/shared/artist-address";
import { coverSizes } from "~/shared/cover-sizes";
import { type Picture, squarePlace } from "~/shared/picture";
import { Card } from "~/ui/card";
import { Photo } from "~/ui/photo";
import { useToast } from "~/ui/toasts";
import { ToolPage } from "~/ui/tool-page";
import { useAnswer } from "~/ui/use-answer";
import { useFormErrors } from "~/ui/use-form-errors";
import { useStoredForm } from "~/ui/use-stored-form";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { AddressCard } from "./address-card";
import { executeProfileAction } from "./commands.server";
import type { Focus } from "./cover-area";
import { CoverPreview, CoverSizePicker, FocusPicker } from "./cover-preview";
import { PictureCard } from "./picture-card";
import { ProfileForm } from "./profile-form";
import { ownPictures, ownProfile } from "./queries.server";
import { notSavedText, profileActionSchema, profileSchema, profileValues } from "./schema";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, config } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const [profile, pictures] = await db
    .asMusician(userId)
    .read(async (tx) => [await ownProfile(tx, userId), await ownPictures(tx, userId)]);
  const stored = profileValues(profile);
  return { profile: profile ?? null, stored, pictures, origin: config.origin };
}

export const action = ownerAction(profileActionSchema, executeProfileAction);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction, {
    failed: notSavedText,
    signedOut: "You must be logged in to save profile",
  });
}

export const shouldRevalidate = unlessFailed;

const formId = "profile-form";

/** [2 §2] Profile screen */
export default function Profile({
  loaderData: { profile, stored, pictures, origin },
  actionData,
}: Route.ComponentProps) {
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  const checked = useFormErrors(profileSchema, refused?.errors);
  const saving = useNavigation().formAction === "/profile";
  const toast = useToast();
  useAnswer(actionData, (answer) => {
    if ("saved" in answer) toast.success("Profile saved successfully!");
    else if ("failed" in answer) toast.error(answer.text ?? notSavedText("Unknown error"));
    else if ("refused" in answer && answer.refused.errors.form)
      toast.error(notSavedText(answer.refused.errors.form));
  });

  const over = useStoredForm(stored, actionData, checked.formProps);
  const values = { ...stored, ...refused?.values };
  const [coverSize, setCoverSize] = useState(
    coverSizes.find((size) => size === values.cover_image_size) ?? "large",
  );
  const [focus, setFocus] = useState<Focus>({
    x: Number(values.cover_focus_x),
    y: Number(values.cover_focus_y),
  });
  const { look } = over;
  // They stand beside the form's own fields.
  const lookAgain = useEffectEvent(() => look());
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another size or focal point is chosen
  useEffect(() => lookAgain(), [coverSize, focus]);
  const path = profile && artistPath({ artistName: profile.artist_name, customUrl: profile.custom_url });

  return (
    <ToolPage title="Profile" intro="Who you are, as your fans read it.">
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <AddressCard origin={origin} path={path} />
        <PictureCard kind="avatar" picture={pictures.avatar} hasProfile={profile !== null}>
          {(avatar) => <Avatar picture={avatar} />}
        </PictureCard>
        <PictureCard
          kind="cover"
          picture={pictures.cover}
          hasProfile={profile !== null}
          below={
            <div className="grid grid-cols-1 gap-5">
              <CoverSizePicker
                form={formId}
                size={coverSize}
                error={checked.errors.cover_image_size}
                onSize={setCoverSize}
              />
              <FocusPicker form={formId} focus={focus} onFocus={setFocus} />
            </div>
          }
        >
          {(cover) => <CoverPreview cover={cover} size={coverSize} focus={focus} onFocus={setFocus} />}
        </PictureCard>
        <Card title="About you">
          <ProfileForm
            id={formId}
            checked={checked}
            values={values}
            over={over}
            own={profile?.custom_url ?? null}
            origin={origin}
            saving={saving}
          />
        </Card>
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
        alt="Your profile picture"
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
