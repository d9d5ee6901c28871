import { Check, ChevronDown, UserRound, X } from "lucide-react";
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { Link, useFetcher } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { msg, t } from "~/shared/t";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { useOnDemand } from "~/ui/use-on-demand";
import type { Step, StepName } from "./first-steps.ts";
import type { MusicianHomeData } from "./musician-home.server.ts";
import { SharePage } from "./share-page.tsx";

const titles: Record<StepName, string> = {
  name: msg("Give your artist name"),
  track: msg("Add a track"),
  picture: msg("Add a picture of you"),
  links: msg("Add a link"),
  share: msg("Share your page"),
};

/**
 * What a new musician does first, each step in its place with the very parts of its tool. One step is open at a time:
 * after each that is done, the next.
 */
export function FirstStepsList({
  steps,
  page,
  artistName,
}: {
  steps: Step[];
  page: MusicianHomeData["page"];
  artistName: string | null;
}) {
  const [chosen, setChosen] = useState<StepName | null>();
  const next = steps.find(({ isDone }) => !isDone)?.name;
  const isChosen = chosen === null || steps.some(({ name, isDone }) => name === chosen && !isDone);
  const open = isChosen ? chosen : next;
  const done = steps.filter(({ isDone }) => isDone).length;
  const list = useRef<HTMLOListElement>(null);
  useNextFocused(list, done);
  const canBeHeard = page && steps.some(({ name, isDone }) => name === "track" && isDone);

  return (
    <section aria-label={t("First steps")} className="rounded-box border border-line bg-surface p-4 sm:p-6">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold text-lg">{t("First steps")}</h2>
          <p className="text-muted text-sm">
            {canBeHeard
              ? t("Your page plays: its address can be shared now. The rest makes it yours.")
              : t("A name and a track are enough for a page that plays.")}
          </p>
        </div>
        <Hide />
      </div>
      <div className="mt-3 flex items-center gap-3 text-sm">
        <progress
          aria-label={t("First steps done")}
          value={done}
          max={steps.length}
          className="h-2 min-w-0 grow accent-primary"
        />
        <span role="status" className="shrink-0 text-muted tabular-nums">
          {t("{done} of {count} done", { done, count: steps.length })}
        </span>
      </div>
      <ol ref={list} className="mt-3 grid grid-cols-1 divide-y divide-line">
        {steps.map((step) => (
          <li key={step.name}>
            <StepFrame
              step={step}
              isOpen={step.name === open}
              onToggle={() => setChosen(step.name === open ? null : step.name)}
            >
              {step.name === "name" && <NameStep />}
              {step.name === "track" && <TrackStep />}
              {step.name === "picture" && <PictureStep />}
              {step.name === "links" && <LinksStep />}
              {step.name === "share" && page && (
                <>
                  <p className="wrap-anywhere mb-3 text-sm">{page.address}</p>
                  <SharePage address={page.address} artistName={artistName} isNoted={false} />
                </>
              )}
            </StepFrame>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The form or button that had the focus goes with its step: the next step gets it. */
function useNextFocused(list: { current: HTMLElement | null }, done: number): void {
  const before = useRef(done);
  useEffect(() => {
    const isFurther = done > before.current;
    before.current = done;
    if (!isFurther || (document.activeElement && document.activeElement !== document.body)) return;
    list.current?.querySelector<HTMLElement>("[aria-expanded=true]")?.focus();
  }, [list, done]);
}

function StepFrame({
  step: { name, isDone, waitsForName },
  isOpen,
  onToggle,
  children,
}: {
  step: Step;
  isOpen: boolean;
  onToggle(): void;
  children: ReactNode;
}) {
  const id = useId();
  const mark = (
    <span
      className={`grid size-6 shrink-0 place-items-center rounded-full border ${
        isDone ? "border-success bg-success-soft text-success" : "border-edge"
      }`}
    >
      {isDone && <Check aria-hidden="true" className="size-4" />}
    </span>
  );
  if (isDone || waitsForName) {
    return (
      <p className={`flex items-center gap-3 text-muted text-sm ${isDone ? "min-h-10" : "min-h-12"}`}>
        {mark}
        <span className={isDone ? "line-through" : ""}>{t(titles[name])}</span>
        <span className={isDone ? "sr-only" : "ms-auto"}>
          {t(isDone ? ", done|after a step" : "after your name|when the step can be done")}
        </span>
      </p>
    );
  }
  return (
    <>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-12 w-full items-center gap-3 text-start font-semibold"
        >
          {mark}
          <span className="min-w-0 grow">{t(titles[name])}</span>
          <ChevronDown
            aria-hidden="true"
            className={`size-5 shrink-0 text-muted ${isOpen ? "rotate-180" : ""}`}
          />
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className="pb-4 sm:ps-9">
        {isOpen && children}
      </div>
    </>
  );
}

function Hide() {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  useAnswer(fetcher.data, (answer) => {
    const failed = t("This could not be noted. Please try again.");
    if (isNothingDone(answer)) toast.error(failureText(answer, failed) ?? failed);
  });
  return (
    <fetcher.Form method="post" action="/dashboard/first-steps" className="-me-2 -mt-2 shrink-0">
      <input type="hidden" name="intent" value="hide-first-steps" />
      <Button
        type="submit"
        variant="quiet"
        disabled={fetcher.state !== "idle"}
        aria-label={t("Hide these steps")}
      >
        <X aria-hidden="true" className="size-4" />
        {t("Hide")}
      </Button>
    </fetcher.Form>
  );
}

/** The profile's form, with nothing but the name: all else can wait. */
function NameStep() {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const [isEmpty, setIsEmpty] = useState(false);
  const answer = fetcher.data;
  const errors = isNothingDone(answer) && "refused" in answer ? answer.refused.errors : {};
  useAnswer(answer, (answer) => {
    // The list itself shows that the step is done.
    if (!isNothingDone(answer)) return;
    if ("refused" in answer && answer.refused.stored) {
      return toast.error(t("Your profile was filled in elsewhere meanwhile: nothing of it was changed."));
    }
    // What is wrong with the name or the address stands beside them.
    const isShown =
      "refused" in answer && (answer.refused.errors.artist_name ?? answer.refused.errors.custom_url);
    const failed = t("Failed to save profile: something unexpected happened. Please try again.");
    if (!isShown) toast.error(failureText(answer, failed) ?? failed);
  });
  const check = (event: SubmitEvent<HTMLFormElement>) => {
    const name = new FormData(event.currentTarget).get("artist_name");
    if (typeof name === "string" && name.trim() !== "") return;
    event.preventDefault();
    setIsEmpty(true);
    event.currentTarget.querySelector<HTMLElement>("[name=artist_name]")?.focus();
  };
  return (
    <fetcher.Form
      method="post"
      action="/profile"
      noValidate
      onSubmit={check}
      onInput={() => setIsEmpty(false)}
      className="grid max-w-md grid-cols-1 gap-3"
    >
      <input type="hidden" name="intent" value="save-profile" />
      <input type="hidden" name="bio" value="" />
      <input type="hidden" name="cover_image_size" value="large" />
      {/* That of no profile: one that was made meanwhile, in another tab, isn't replaced. */}
      <input type="hidden" name="version" value="none" />
      <Field
        label={t("Artist name")}
        name="artist_name"
        autoComplete="off"
        error={isEmpty ? t("Artist name is required") : errors.artist_name}
        maxLength={100}
        required
        dir="auto"
      />
      {errors.custom_url ? (
        <Field
          label={t("Custom URL")}
          name="custom_url"
          error={errors.custom_url}
          hint={t("The address made of your name is another's: choose one of your own.")}
          maxLength={100}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      ) : (
        <input type="hidden" name="custom_url" value="" />
      )}
      <Button type="submit" pending={fetcher.state !== "idle"} className="justify-self-start">
        {t("Save and go on")}
      </Button>
    </fetcher.Form>
  );
}

/** A part of another tool, as soon as its code is here; the way to that tool until then. */
function useToolPart<Module>(load: () => Promise<Module>): Module | null {
  const toast = useToast();
  return useOnDemand(true, load, () =>
    toast.error(t("This could not be loaded. Please check your internet connection.")),
  );
}

function TrackStep() {
  const part = useToolPart(() => import("~/features/music/track-upload"));
  return part ? <part.TrackUpload /> : <InTool to="/music">{t("Open your music library")}</InTool>;
}

function PictureStep() {
  const part = useToolPart(() => import("~/features/profile/picture-card"));
  if (!part) return <InTool to="/profile">{t("Open your profile")}</InTool>;
  return (
    <part.PictureCard kind="avatar" picture={null} original={null} hasProfile isBare>
      {() => <UserRound aria-hidden="true" className="size-8" />}
    </part.PictureCard>
  );
}

function LinksStep() {
  const part = useToolPart(() => import("~/features/social-links/social-link-dialog"));
  const [isAdding, setIsAdding] = useState(false);
  if (!part) return <InTool to="/social-links">{t("Open your links")}</InTool>;
  return (
    <>
      <p className="mb-3 text-muted text-sm">
        {t(
          "Paste the address of your Spotify, Bandcamp or Instagram, and it stands at the top of your page.",
        )}
      </p>
      <Button onClick={() => setIsAdding(true)}>{t("Add link")}</Button>
      <part.SocialLinkDialog open={isAdding} onClose={() => setIsAdding(false)} />
    </>
  );
}

function InTool({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center underline">
      {children}
    </Link>
  );
}
