import { type FormEvent, useState } from "react";
import { useFetcher } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { useFormErrors } from "~/ui/use-form-errors";
import * as texts from "./background-schema.ts";
import type { Background } from "./backgrounds.server";

/** Adds a background by its address, or changes one. Without a name or an address nothing happens. [1 §5, §8] */
export function BackgroundFields({
  background,
  onSaved,
}: {
  /** The one to be changed; a new one without. */
  background?: Background;
  onSaved?(): void;
}) {
  const fetcher = useFetcher<{ saved: boolean }>();
  const toast = useToast();
  // A form that has been sent begins anew.
  const [sentTimes, setSentTimes] = useState(0);
  const isBusy = fetcher.state !== "idle";
  const answer = fetcher.data;
  const refused = isNothingDone(answer) && "refused" in answer ? answer.refused : undefined;
  const { errors, formProps } = useFormErrors(texts.backgroundSchema, refused?.errors);

  useAnswer(isBusy ? undefined : answer, (answer) => {
    if (isNothingDone(answer)) {
      const text = failureText(answer, t(texts.saveFailure));
      if (text) toast.error(text);
    } else if (answer.saved) {
      toast.success(t(background ? texts.updated : texts.added));
      setSentTimes((times) => times + 1);
      onSaved?.();
    }
  });

  const send = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const isEmpty = (field: string) => String(form.get(field) ?? "given").trim() === "";
    if (isEmpty("name") || isEmpty("url")) event.preventDefault();
    else formProps.onSubmit(event);
  };

  return (
    <fetcher.Form
      key={sentTimes}
      method="post"
      {...formProps}
      onSubmit={send}
      className="grid grid-cols-1 gap-5"
    >
      <input type="hidden" name="intent" value="save-background" />
      <input type="hidden" name="id" value={background?.id ?? ""} />
      {errors.form && <Alert type="error">{errors.form}</Alert>}
      <Field
        label={t("Name")}
        name="name"
        defaultValue={background?.name}
        maxLength={texts.nameLimit}
        autoComplete="off"
        dir="auto"
        error={errors.name}
      />
      {background && texts.isUploaded(background.url) ? (
        <input type="hidden" name="type" value={background.type} />
      ) : (
        <>
          <fieldset className="flex flex-wrap gap-x-6">
            <legend className="font-semibold text-sm">{t("Type")}</legend>
            <TypeChoice type="video" label={t("Video (MP4)")} isChosen={background?.type !== "image"} />
            <TypeChoice type="image" label={t("Image")} isChosen={background?.type === "image"} />
          </fieldset>
          <Field
            label={t("URL")}
            name="url"
            type="url"
            inputMode="url"
            defaultValue={background?.url}
            maxLength={2000}
            autoComplete="off"
            error={errors.url}
          />
        </>
      )}
      <Field
        label={t("Thumbnail URL (optional)")}
        name="thumbnail_url"
        type="url"
        inputMode="url"
        defaultValue={background?.thumbnail_url ?? ""}
        maxLength={2000}
        autoComplete="off"
        error={errors.thumbnail_url}
      />
      <Button type="submit" pending={isBusy} pendingText={t("Saving...")} className="justify-self-start">
        {background ? t("Save changes") : t("Add background")}
      </Button>
    </fetcher.Form>
  );
}

function TypeChoice({
  type,
  label,
  isChosen,
}: {
  type: Background["type"];
  label: string;
  isChosen: boolean;
}) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm">
      <input
        type="radio"
        name="type"
        value={type}
        defaultChecked={isChosen}
        className="size-5 accent-primary"
      />
      {label}
    </label>
  );
}
