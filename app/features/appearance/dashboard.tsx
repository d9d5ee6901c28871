import { ExternalLink, Eye, EyeOff, Palette } from "lucide-react";
import {
  type FormEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { Form, useNavigation } from "react-router";
import { AppError } from "#server/errors.ts";
import { readabilityOf } from "~/artist-theme/readability";
import { ownerAction } from "~/forms.server";
import { loadOrNull } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed, unlessFailed } from "~/shared/action-answer";
import { artistPath } from "~/shared/artist-address";
import { versionOf } from "~/shared/form-version";
import { previewPath } from "~/shared/page-preview";
import { said } from "~/shared/said";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { bustCache } from "~/ui/bust-cache";
import { Button, LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { type Device, deviceLabels, LivePreview } from "~/ui/live-preview";
import { SaveBar } from "~/ui/saved-form";
import { SavedMeanwhile } from "~/ui/saved-meanwhile";
import { Segments } from "~/ui/segments";
import { useToast } from "~/ui/toasts";
import { ToolPage } from "~/ui/tool-page";
import { UnavailableButton } from "~/ui/unavailable-button";
import { useAnswer } from "~/ui/use-answer";
import { useFormErrors } from "~/ui/use-form-errors";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { appearanceOfChoices, type Choices, choicesOf, fieldsOf, sameChoices, valuesOf } from "./choices.ts";
import { saveAppearance } from "./commands.server";
import { Controls } from "./controls.tsx";
import { useBackgroundPixels } from "./picture-pixels.ts";
import { offeredBackgrounds, offeredFirst, ownAppearance, ownPictures } from "./queries.server";
import { ReadabilityCard, readabilitySummary } from "./readability-card.tsx";
import { appearanceActionSchema, failureTexts, settingsSchema } from "./schema.ts";
import { shownFields } from "./shown-fields.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const musician = db.asMusician(userId);
  const { profile, pictures, offered } = await musician.read(async (tx) => ({
    profile: await ownAppearance(tx, userId),
    pictures: await ownPictures(tx, userId),
    offered: await offeredFirst(tx, userId),
  }));
  if (!profile) return { userId, profile: null };
  const { artist_name, custom_url, ...stored } = profile;
  const options = await loadOrNull(
    "the background options",
    { log, userId },
    musician.read((tx) => offeredBackgrounds(tx, stored.background_id)),
  );
  const path = artistPath({ artistName: artist_name, customUrl: custom_url });
  return { userId, profile: { name: artist_name, path, stored, offered, options, pictures } };
}

export const action = ownerAction(
  appearanceActionSchema,
  async (services, userId, { user_id, version, ...settings }) => {
    // Another account has signed in since this screen was opened: the changes are not of its page.
    if (user_id !== userId) throw new AppError("conflict", t(failureTexts.session));
    await saveAppearance(services, userId, settings, version);
    return { saved: true };
  },
);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction, {
    failed: failureTexts.notSaved,
    signedOut: t(failureTexts.signedOut),
    unexpected: t(failureTexts.unexpected),
  });
}

export const shouldRevalidate = unlessFailed;

/** [2 §2] Bio page appearance */
export default function AppearanceTool({
  loaderData: { userId, profile },
  actionData,
}: Route.ComponentProps) {
  return (
    <ToolPage
      title={t("Bio Page Appearance")}
      intro={t("Choose how your page looks and what stands on it. Fans see it once you save.")}
      isWide
    >
      {profile ? (
        <Editor userId={userId} profile={profile} answer={actionData} />
      ) : (
        <EmptyState
          icon={Palette}
          title={t("Your page comes first")}
          text={t(failureTexts.noProfile)}
          action={<LinkButton to="/profile">{t("Go to Profile")}</LinkButton>}
        />
      )}
    </ToolPage>
  );
}

function Editor({
  userId,
  profile: { name, path, stored, offered, options, pictures },
  answer,
}: {
  userId: string;
  profile: NonNullable<Route.ComponentProps["loaderData"]["profile"]>;
  answer: Route.ComponentProps["actionData"];
}) {
  const saved = useMemo(() => choicesOf(stored), [stored]);
  const [choices, setChoices] = useState(saved);
  const [known, setKnown] = useState(saved);
  // The stored values that the changes here began with: later changes elsewhere aren't overwritten.
  const [base, setBase] = useState(saved);
  const beginWith = (stored: Choices) => {
    setChoices(stored);
    setBase(stored);
  };
  if (known !== saved) {
    setKnown(saved);
    // Changed elsewhere, or written by the server in another way: a screen without changes of its own follows.
    if (sameChoices(choices, base) || sameChoices(choices, saved)) beginWith(saved);
  }
  const hasChanges = !sameChoices(choices, saved);

  const refused = answer && "refused" in answer ? answer.refused : undefined;
  const checked = useFormErrors(settingsSchema, refused?.errors);
  const saving = useNavigation().formAction === "/settings";
  const toast = useToast();
  const sent = useRef(saved);
  const [settled, setSettled] = useState<typeof refused>();
  const conflict = refused !== settled && refused?.stored;
  useAnswer(answer, (answered) => {
    if ("saved" in answered) {
      setBase(sent.current);
      toast.success(t("Bio page appearance updated successfully!"));
    } else if ("failed" in answered) toast.error(answered.text ?? t(failureTexts.unexpected));
    else if (answered.refused.errors.form) toast.error(answered.refused.errors.form);
  });

  const background = useRef<HTMLDetailsElement>(null);
  const first = useRef<HTMLDetailsElement>(null);
  // The page follows as fast as it can; the controls don't wait for it.
  const followed = useDeferredValue(choices);
  const appearance = useMemo(() => appearanceOfChoices(followed, options ?? []), [followed, options]);
  const pixels = useBackgroundPixels(appearance.background);
  const readability = useMemo(() => readabilityOf(appearance, pixels), [appearance, pixels]);
  const readabilityId = useId();
  const id = useId();

  return (
    <Form
      id={id}
      method="post"
      preventScrollReset
      noValidate={checked.formProps.noValidate}
      onInput={checked.formProps.onInput}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        // A field that is folded away could not be shown.
        if (choices.background === "youtube" && background.current) background.current.open = true;
        if (choices.first_action === "link" && first.current) first.current.open = true;
        sent.current = choices;
        checked.formProps.onSubmit(event);
      }}
      className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(22rem,26rem)_minmax(0,1fr)]"
    >
      <input type="hidden" name="user_id" value={userId} />
      <input type="hidden" name="version" value={versionOf(valuesOf(base))} />
      <div className="grid grid-cols-1 gap-3">
        {conflict && (
          <SavedMeanwhile
            fields={shownFields(options ?? [])}
            stored={conflict}
            own={valuesOf(choices)}
            isBusy={saving}
            onTake={() => {
              beginWith(saved);
              setSettled(refused);
            }}
          />
        )}
        <Controls
          name={name}
          pictures={pictures}
          background={background}
          first={first}
          choices={choices}
          options={options}
          offered={offered}
          errors={checked.errors}
          onChange={(changes) => setChoices((current) => ({ ...current, ...changes }))}
        />
        <ReadabilityCard id={readabilityId} readability={readability} />
        {checked.errors.form && (
          // With a script it is a toast.
          <noscript>
            <Alert type="error">{checked.errors.form}</Alert>
          </noscript>
        )}
      </div>
      <PreviewDock
        address={`${previewPath}?${new URLSearchParams(fieldsOf(followed))}`}
        note={
          <a
            href={`#${readabilityId}`}
            className="inline-flex min-h-11 items-center underline underline-offset-2"
          >
            {readabilitySummary(readability)}
          </a>
        }
      >
        <SaveBar
          form={{ id, hasChanges, isBusy: saving, discard: () => beginWith(saved) }}
          submitText={t("Save & Apply")}
          isInToolbar
        >
          {path ? (
            <LinkButton reloadDocument to={path} target="_blank" onClick={bustCache} variant="secondary">
              {t("Preview")}
              <ExternalLink aria-hidden="true" className="size-4" />
            </LinkButton>
          ) : (
            <UnavailableButton reason={t(failureTexts.noAddress)}>{t("Preview")}</UnavailableButton>
          )}
        </SaveBar>
      </PreviewDock>
    </Form>
  );
}

/**
 * The live preview with the buttons above it: beside the controls where there is room, else along the lower edge of
 * the screen, where it can be folded away.
 */
function PreviewDock({ address, note, children }: { address: string; note: ReactNode; children: ReactNode }) {
  const [device, setDevice] = useState<Device>("desktop");
  const [isOpen, setIsOpen] = useState(true);
  useEffect(() => {
    if (matchMedia("(width < 64rem)").matches) setDevice("mobile");
  }, []);
  const Icon = isOpen ? EyeOff : Eye;
  return (
    <section
      aria-label={t("Live preview")}
      data-dock={isOpen ? "open" : "closed"}
      className="sticky bottom-0 z-20 -mx-4 flex flex-col gap-2 border-line border-t bg-canvas px-4 py-2 sm:-mx-6 sm:px-6 lg:top-20 lg:mx-0 lg:h-[calc(100dvh-6.5rem)] lg:border-0 lg:p-0"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Segments
          legend={t("Show the preview as on")}
          labels={said(deviceLabels)}
          value={device}
          onValue={setDevice}
        />
        <p role="status" className="min-w-0 grow truncate text-muted text-sm max-lg:text-end">
          {note}
        </p>
        <Button
          variant="quiet"
          aria-expanded={isOpen}
          aria-label={t("Live preview")}
          onClick={() => setIsOpen(!isOpen)}
          className="lg:hidden"
        >
          <Icon aria-hidden="true" className="size-5" />
        </Button>
        <div className="min-w-0 max-lg:w-full">{children}</div>
      </div>
      <div className={`flex h-(--preview-height) min-h-0 lg:h-auto lg:grow ${isOpen ? "" : "max-lg:hidden"}`}>
        <LivePreview address={address} device={device} />
      </div>
    </section>
  );
}
