import type { Ref } from "react";
import { type FirstAction, firstActions, firstLabelLimit, translatedColumns } from "~/shared/first-actions";
import { translationName } from "~/shared/row-translations";
import { msg, t } from "~/shared/t";
import { ChoiceCard } from "~/ui/choice-card";
import { Field } from "~/ui/field";
import { TranslationFields } from "~/ui/translation-fields";
import type { Choices } from "./choices.ts";
import { type Change, Group } from "./group.tsx";

const isFirstAction = (name: string): name is FirstAction => Object.hasOwn(firstActions, name);
const all = Object.keys(firstActions).filter(isFirstAction);

const hints: Record<FirstAction, string> = {
  none: msg("Your page as it is"),
  play: msg("Your newest track or release"),
  show: msg("Its tickets, or when and where"),
  link: msg("A pre-save, a shop, a film"),
};

/** What a fan is offered first, as one large button at the head of the page. */
export function FirstGroup({
  ref,
  choices,
  offered,
  errors,
  onChange,
}: {
  ref: Ref<HTMLDetailsElement>;
  choices: Choices;
  /** What there is on the page. */
  offered: { music: boolean; show: boolean };
  errors: Record<string, string>;
  onChange: Change<Choices>;
}) {
  const { first_action, first_action_label, first_action_url, translations } = choices;
  const missing = missingText(choices, offered);
  return (
    <Group ref={ref} title={t("First for your fans")} state={t(firstActions[first_action])}>
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="mb-1 text-muted text-sm">{t("One large button at the head of your page.")}</legend>
        {all.map((one) => (
          <ChoiceCard
            key={one}
            name="first_action"
            value={one}
            checked={one === first_action}
            onChange={() => onChange({ first_action: one })}
            className="flex min-h-14 flex-col justify-center px-3 py-1.5 text-sm"
          >
            <span className="font-semibold">{t(firstActions[one])}</span>
            <span className="text-muted text-xs">{t(hints[one])}</span>
          </ChoiceCard>
        ))}
      </fieldset>
      <p role="status" className="text-muted text-sm empty:hidden">
        {missing}
      </p>
      {first_action === "link" ? (
        <>
          <Field
            label={t("Text of the button")}
            name="first_action_label"
            placeholder={t("Pre-save the new single")}
            value={first_action_label}
            onChange={(event) => onChange({ first_action_label: event.currentTarget.value })}
            error={errors.first_action_label}
            maxLength={firstLabelLimit}
            dir="auto"
          />
          <Field
            label={t("Address")}
            name="first_action_url"
            type="url"
            inputMode="url"
            placeholder="https://"
            value={first_action_url}
            onChange={(event) => onChange({ first_action_url: event.currentTarget.value })}
            error={errors.first_action_url}
            maxLength={2048}
          />
          <TranslationFields
            columns={translatedColumns}
            labels={{ first_action_label: t("Text of the button") }}
            stored={translations}
            errors={errors}
            onText={(tag, column, text) =>
              onChange({ translations: { ...translations, [tag]: { ...translations[tag], [column]: text } } })
            }
          />
        </>
      ) : (
        <>
          <input type="hidden" name="first_action_label" value={first_action_label} />
          <input type="hidden" name="first_action_url" value={first_action_url} />
          {Object.entries(translations).flatMap(([tag, texts]) =>
            Object.entries(texts).map(([column, text]) => (
              <input
                key={translationName(tag, column)}
                type="hidden"
                name={translationName(tag, column)}
                value={text}
              />
            )),
          )}
        </>
      )}
    </Group>
  );
}

/** Why the chosen button doesn't stand there for now; nothing where it does. */
function missingText({ first_action, shown }: Choices, { music, show }: { music: boolean; show: boolean }) {
  if (first_action === "play") {
    if (!shown.has("show_music_section"))
      return t("Your music is switched off under Sections, so no button stands there.");
    if (!music) return t("There is no public track yet: the button comes with the first.");
  }
  if (first_action === "show") {
    if (!shown.has("show_events_section"))
      return t("Your events are switched off under Sections, so no button stands there.");
    if (!show) return t("There is no show to come: the button comes with the next you publish.");
  }
  return null;
}
