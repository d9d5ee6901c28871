import type { Picture, Place } from "~/shared/picture";
import { t } from "~/shared/t";
import { TextAreaField } from "~/ui/field";
import { FormDialog } from "~/ui/form-dialog";
import { Photo } from "~/ui/photo";
import { TranslationFields } from "~/ui/translation-fields";
import type { OwnPhoto } from "./queries.server.ts";
import { captionLimit, photoSchema, saved, saveFailure, translatedColumns } from "./schema.ts";

/** Whole, within a dialog: 14 rem high at most, and 29 wide. */
function inDialog({ width, height }: Picture): Place[] {
  const widest = Math.min(29, (14 * width) / height);
  return [
    { from: widest + 5, ofScreen: 0, rem: widest },
    { from: 0, ofScreen: 1, rem: -5 },
  ];
}

/**
 * The artist's texts for a photo: its caption, and its description for screen readers.
 * @param photo keeps its last value while the dialog closes
 */
export function PhotoDialog({
  open,
  photo,
  onClose,
}: {
  open: boolean;
  photo: OwnPhoto | undefined;
  onClose(): void;
}) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t("Edit photo")}
      previewed="photo"
      schema={photoSchema}
      hidden={{ intent: "describe-photo", id: photo?.id ?? "" }}
      submitText={t("Save photo")}
      texts={{ done: t(saved), failed: t(saveFailure) }}
    >
      {({ errors }) =>
        photo && (
          <>
            <Photo
              picture={photo.picture}
              places={inDialog(photo.picture)}
              alt=""
              className="max-h-56 w-full rounded-box object-contain"
            />
            <TextAreaField
              label={t("Caption")}
              name="caption"
              defaultValue={photo.caption}
              error={errors.caption}
              hint={t("Shown under the photo.")}
              maxLength={captionLimit}
              counter={captionLimit}
              rows={2}
              dir="auto"
            />
            <TextAreaField
              label={t("Alt text")}
              name="alt_text"
              defaultValue={photo.altText}
              error={errors.alt_text}
              hint={t("What the photo shows, for those who can't see it. Without it they hear the caption.")}
              maxLength={captionLimit}
              counter={captionLimit}
              rows={2}
              dir="auto"
            />
            <TranslationFields
              columns={translatedColumns}
              labels={{ caption: t("Caption"), alt_text: t("Alt text") }}
              stored={photo.translations}
              errors={errors}
            />
          </>
        )
      }
    </FormDialog>
  );
}
