import { ExternalLink } from "lucide-react";
import { useEffect } from "react";
import { Form, Link, useNavigation } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { artistPath } from "~/shared/artist-address";
import { coverSizeLabels, coverSizes } from "~/shared/cover-sizes";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field, FieldFrame, TextAreaField } from "~/ui/field";
import { useToast } from "~/ui/toasts";
import { ToolPage } from "~/ui/tool-page";
import { useFormErrors } from "~/ui/use-form-errors";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { saveProfile } from "./commands.server";
import { ownProfile } from "./queries.server";
import { bioLimit, defaultBio, profileSchema } from "./schema";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, config } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const profile = await db.asMusician(userId).read((tx) => ownProfile(tx, userId));
  return { profile: profile ?? null, origin: config.origin };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  return answerForm(await readForm(request), profileSchema, async (profile) => {
    await saveProfile(db, userId, profile);
    return { saved: true };
  });
}

export default function Profile({ loaderData: { profile, origin }, actionData }: Route.ComponentProps) {
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  const { errors, formProps } = useFormErrors(profileSchema, refused?.errors);
  const saving = useNavigation().formAction === "/profile";
  const toast = useToast();

  useEffect(() => {
    if (actionData && "saved" in actionData) toast.success("Profile saved successfully!");
  }, [actionData, toast]);

  const values = refused?.values ?? {
    artist_name: profile?.artist_name ?? "",
    bio: profile?.bio ?? "",
    location: profile?.location ?? "",
    custom_url: profile?.custom_url ?? "",
    cover_image_size: profile?.cover_image_size ?? "large",
  };
  const path = profile && artistPath({ artistName: profile.artist_name, customUrl: profile.custom_url });

  return (
    <ToolPage title="Profile" intro="Who you are, as your fans read it.">
      <div className="grid max-w-2xl grid-cols-1 gap-6">
        {path && (
          <Card title="Your bio page">
            <Link
              to={path}
              className="inline-flex min-h-11 max-w-full items-center gap-2 break-all font-medium underline"
            >
              {`${origin}${path}`}
              <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
            </Link>
          </Card>
        )}
        <Card>
          {/* A fresh form after each save, so that it shows what was stored. */}
          <Form method="post" {...formProps} key={JSON.stringify(profile)} className="grid grid-cols-1 gap-5">
            {errors.form && <Alert type="error">{errors.form}</Alert>}
            <Field
              label="Artist name"
              name="artist_name"
              defaultValue={values.artist_name}
              error={errors.artist_name}
              maxLength={100}
              required
              dir="auto"
            />
            <TextAreaField
              label="Bio"
              name="bio"
              defaultValue={values.bio}
              error={errors.bio}
              maxLength={bioLimit}
              counter={bioLimit}
              placeholder={defaultBio}
              dir="auto"
            />
            <Field
              label="Location"
              name="location"
              defaultValue={values.location}
              error={errors.location}
              maxLength={100}
              dir="auto"
            />
            <Field
              label="Custom URL"
              name="custom_url"
              defaultValue={values.custom_url}
              error={errors.custom_url}
              hint={`${origin}/artist/… Leave it empty to have it made from your artist name.`}
              maxLength={100}
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
            />
            <FieldFrame label="Cover image size" error={errors.cover_image_size}>
              {(props) => (
                <select
                  {...props}
                  name="cover_image_size"
                  defaultValue={values.cover_image_size}
                  className={`min-h-12 ${props.className}`}
                >
                  {coverSizes.map((size) => (
                    <option key={size} value={size}>
                      {coverSizeLabels[size]}
                    </option>
                  ))}
                </select>
              )}
            </FieldFrame>
            <Button type="submit" pending={saving} className="justify-self-start">
              Save Profile
            </Button>
          </Form>
        </Card>
      </div>
    </ToolPage>
  );
}
