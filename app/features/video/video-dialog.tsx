import { useState } from "react";
import { ArtistFrame } from "~/artist-theme/artist-frame";
import type { OwnTheme } from "~/artist-theme/own-theme.server";
import { t } from "~/shared/t";
import { canonicalVideo, overHttps, type VideoType, videoTypeOf } from "~/shared/video-address";
import { webAddressOf } from "~/shared/web-address";
import { Checkbox } from "~/ui/checkbox";
import { Field, FieldFrame } from "~/ui/field";
import { FormDialog } from "~/ui/form-dialog";
import { TranslationFields } from "~/ui/translation-fields";
import type { CheckedForm } from "~/ui/use-form-errors";
import type { OwnVideo } from "./queries.server.ts";
import {
  derivedThumbnail,
  saved,
  saveFailure,
  titleFromAddress,
  titleLimit,
  translatedColumns,
  videoSchema,
  videoTypes,
} from "./schema.ts";
import { VideoPreview } from "./video-preview.tsx";

interface VideoFieldsProps {
  /** The one to change; undefined to add one. Keeps its last value while the dialog closes. */
  video: OwnVideo | undefined;
  /** Another video is the primary one. */
  hasPrimary: boolean;
  theme: OwnTheme;
}

/** Adds a video, or changes one. A pasted address picks its type by itself, and a file's offers a title. [2 §5] */
export function VideoDialog({
  open,
  onClose,
  ...fields
}: VideoFieldsProps & { open: boolean; onClose(): void }) {
  const { video } = fields;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={video ? t("Edit video") : t("Add a video")}
      previewed="video"
      schema={videoSchema}
      hidden={{ intent: "save-video", ...(video && { id: video.id }) }}
      submitText={video ? t("Save video") : t("Add video")}
      texts={{ done: t(saved), failed: t(saveFailure) }}
    >
      {(form) => <VideoFields {...fields} {...form} />}
    </FormDialog>
  );
}

const types = Object.entries(videoTypes);

function VideoFields({
  video,
  hasPrimary,
  theme,
  errors,
  clear,
}: VideoFieldsProps & Pick<CheckedForm, "errors" | "clear">) {
  const [url, setUrl] = useState(video?.video_url ?? "");
  const [type, setType] = useState<VideoType>(video?.video_type ?? "youtube");
  const [title, setTitle] = useState(video?.title ?? "");
  const [offered, setOffered] = useState("");
  const isDerived = video && video.thumbnail_url === derivedThumbnail(video.video_url);
  const [thumbnail, setThumbnail] = useState((!isDerived && video?.thumbnail_url) || "");
  const address = canonicalVideo(type, url);

  const typeAddress = (text: string) => {
    setUrl(text);
    const recognised = videoTypeOf(text);
    if (recognised) setType(recognised);
    // A title that the musician has typed stays.
    const offer = recognised === "mp4" ? titleFromAddress(canonicalVideo("mp4", text) ?? "") : undefined;
    if (!offer || (title !== "" && title !== offered)) return;
    setTitle(offer);
    setOffered(offer);
    clear("title");
  };
  const plain = {
    dir: "ltr",
    inputMode: "url",
    placeholder: "https://",
    autoCapitalize: "none",
    autoCorrect: "off",
    autoComplete: "off",
    spellCheck: false,
  } as const;

  return (
    <>
      <Field
        {...plain}
        label={t("Video URL")}
        name="video_url"
        value={url}
        onInput={(event) => typeAddress(event.currentTarget.value)}
        error={errors.video_url}
        hint={t("A YouTube or Vimeo link, or the address of an MP4 file.")}
        maxLength={2048}
        required
      />
      <FieldFrame label={t("Video type")} error={errors.video_type}>
        {(props) => (
          <select
            {...props}
            name="video_type"
            value={type}
            onChange={({ currentTarget }) => {
              const chosen = types.find(([known]) => known === currentTarget.value)?.[0];
              if (isVideoType(chosen)) setType(chosen);
              clear("video_url");
            }}
            className={`min-h-12 ${props.className}`}
          >
            {types.map(([known, name]) => (
              <option key={known} value={known}>
                {name}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <Field
        label={t("Title")}
        name="title"
        dir="auto"
        value={title}
        onInput={(event) => setTitle(event.currentTarget.value)}
        error={errors.title}
        maxLength={titleLimit}
        required
      />
      <Field
        {...plain}
        label={t("Thumbnail URL (optional)")}
        name="thumbnail_url"
        value={thumbnail}
        onInput={(event) => setThumbnail(event.currentTarget.value)}
        error={errors.thumbnail_url}
        hint={t(
          "The picture before the video plays. YouTube's and Vimeo's own stay off your page, so that neither learns of your visitors before they press play.",
        )}
        maxLength={2048}
      />
      <div>
        <Checkbox name="is_visible" defaultChecked={video?.is_visible ?? true}>
          {t("Show on your page")}
        </Checkbox>
        <Checkbox name="is_primary" defaultChecked={video?.is_primary ?? false}>
          {t(
            hasPrimary
              ? "Primary video: stands first, in place of the one that does now"
              : "Primary video: stands first",
          )}
        </Checkbox>
      </div>
      <TranslationFields
        columns={translatedColumns}
        labels={{ title: t("Title") }}
        stored={video?.translations}
        errors={errors}
      />
      <div>
        <p className="mb-1.5 font-semibold text-sm">{t("As your fans will see it")}</p>
        {address ? (
          <ArtistFrame theme={theme}>
            <VideoPreview
              key={address}
              video={{
                title: title || t("Video"),
                video_type: type,
                video_url: address,
                thumbnail_url: overHttps(webAddressOf(thumbnail) ?? "") ?? null,
              }}
            />
          </ArtistFrame>
        ) : (
          <p className="rounded-box border border-edge border-dashed px-4 py-5 text-center text-muted text-sm">
            {t("Paste an address to see it here.")}
          </p>
        )}
      </div>
    </>
  );
}

function isVideoType(value: string | undefined): value is VideoType {
  return value !== undefined && Object.hasOwn(videoTypes, value);
}
