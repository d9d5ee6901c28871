import { UserRound } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigation } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed, unlessFailed } from "~/shared/action-answer";
import { artistPath } from "~/shared/artist-address";
import { coverSizes } from "~/shared/cover-sizes";
import type { FormValues } from "~/shared/forms";
import { type Picture, squarePlace } from "~/shared/picture";
import { Card } from "~/ui/card";
import { Photo } from "~/ui/photo";
import { useToast } from "~/ui/toasts";
import { ToolPage } from "~/ui/tool-page";
import { useAnswer } from "~/ui/use-answer";
import { useFormErrors } from "~/ui/use-form-errors";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { AddressCard } from "./address-card";
import { deletePicture, saveProfile } from "./commands.server";
import { CoverPreview, CoverSizePicker } from "./cover-preview";
import { PictureCard } from "./picture-card";
import { ProfileForm } from "./profile-form";
import { ownPictures, ownProfile } from "./queries.server";
import { defaultBio, notSavedText, pictureDeletionSchema, profileSchema } from "./schema";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, config } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const [profile, pictures] = await db
    .asMusician(userId)
    .read(async (tx) => [await ownProfile(tx, userId), await ownPictures(tx, userId)]);
  return { profile: profile ?? null, pictures, origin: config.origin };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const form = await readForm(request);
  if (form.get("intent") === "delete-picture") {
    return answerForm(form, pictureDeletionSchema, async ({ id }) => {
      await deletePicture(db, userId, id);
      return { deleted: id };
    });
  }
  return answerForm(form, profileSchema, async (profile) => {
    await saveProfile(db, userId, profile);
    return { saved: true };
  });
}

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
  loaderData: { profile, pictures, origin },
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

  const stored = useMemo(() => valuesOf(profile), [profile]);
  const values = { ...stored, ...refused?.values };
  const [coverSize, setCoverSize] = useState(
    coverSizes.find((size) => size === values.cover_image_size) ?? "large",
  );
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
            <CoverSizePicker
              form={formId}
              size={coverSize}
              error={checked.errors.cover_image_size}
              onSize={setCoverSize}
            />
          }
        >
          {(cover) => <CoverPreview cover={cover} size={coverSize} />}
        </PictureCard>
        <Card title="About you">
          <ProfileForm
            id={formId}
            checked={checked}
            values={values}
            own={profile?.custom_url ?? null}
            origin={origin}
            stored={stored}
            saved={actionData && "saved" in actionData ? actionData : undefined}
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

function valuesOf(profile: Route.ComponentProps["loaderData"]["profile"]): FormValues {
  return {
    artist_name: profile?.artist_name ?? "",
    // What stands for an empty one shows in its place anyway.
    bio: profile && profile.bio !== defaultBio ? profile.bio : "",
    location: profile?.location ?? "",
    custom_url: profile?.custom_url ?? "",
    cover_image_size: profile?.cover_image_size ?? "large",
  };
}
