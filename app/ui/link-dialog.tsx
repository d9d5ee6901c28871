import { type ReactNode, useState } from "react";
import type { z } from "zod";
import { t } from "~/shared/t";
import { webAddressOf } from "~/shared/web-address";
import { Field, FieldFrame } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";
import type { CheckedForm } from "./use-form-errors.ts";

interface LinkForm<Platform extends string> {
  /** The link to change; undefined to add one. */
  link?: { id: string; platform: Platform; url: string } | undefined;
  intent: string;
  /** The route whose action answers; the screen's own unless given. */
  action?: string | undefined;
  schema: z.ZodType;
  /** The platforms' names, in the order they are offered; the first is chosen at first. */
  platforms: Readonly<Record<Platform, string>>;
  /** The platform of an address that `platformOf` doesn't know. */
  anyPlatform: Platform;
  platformOf(address: string, typed: string): Platform | undefined;
  /** The address that a text stands for besides those that are one. */
  addressOf?(text: string): string;
  /** Where such an address comes from, or which other form is allowed. */
  hint: string;
  /** The texts of the toasts. */
  texts: { done: string; failed: string };
  /** As `FormDialog` takes it. */
  previewed: string;
  /** How fans will see the link, where that can be shown. */
  preview?(link: { platform: Platform; url: string }): ReactNode;
}

/**
 * Adds a link to one of a list's platforms, or changes one. A pasted address picks its platform by itself; the
 * action takes a form of `intent`, `platform`, `url`, and `id` when there is one to change.
 */
export function LinkDialog<Platform extends string>({
  open,
  onClose,
  title,
  ...fields
}: LinkForm<Platform> & { open: boolean; onClose(): void; title: string }) {
  const { link, intent, action, schema, texts, previewed } = fields;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={title}
      schema={schema}
      action={action}
      hidden={{ intent, ...(link && { id: link.id }) }}
      submitText={link ? t("Save link") : t("Add link")}
      texts={texts}
      previewed={previewed}
    >
      {({ errors, clear }) => <LinkFields {...fields} errors={errors} clear={clear} />}
    </FormDialog>
  );
}

function LinkFields<Platform extends string>({
  link,
  platforms,
  anyPlatform,
  platformOf,
  addressOf = (text) => text,
  hint,
  preview,
  errors,
  clear,
}: LinkForm<Platform> & Pick<CheckedForm, "errors" | "clear">) {
  const names = entriesOf(platforms);
  const [url, setUrl] = useState(link?.url ?? "");
  const [platform, setPlatform] = useState(link?.platform ?? names[0]?.[0] ?? anyPlatform);
  const [isChosen, setIsChosen] = useState(link !== undefined);

  const address = webAddressOf(addressOf(url));
  const type = (text: string) => {
    setUrl(text);
    const address = webAddressOf(addressOf(text));
    if (!address) return;
    const recognised = platformOf(address, text);
    // The musician's own choice stays, unless the address names another platform for certain.
    if (!recognised && isChosen) return;
    setPlatform(recognised ?? anyPlatform);
    clear("platform");
  };

  return (
    <>
      <Field
        label={t("Address")}
        name="url"
        inputMode="url"
        value={url}
        onInput={(event) => type(event.currentTarget.value)}
        error={errors.url}
        hint={hint}
        placeholder="https://"
        maxLength={2048}
        required
        dir="ltr"
        autoCapitalize="none"
        autoCorrect="off"
        autoComplete="off"
        spellCheck={false}
      />
      <FieldFrame label={t("Platform")} error={errors.platform}>
        {(props) => (
          <select
            {...props}
            name="platform"
            value={platform}
            onChange={(event) => {
              const chosen = names.find(([known]) => known === event.currentTarget.value)?.[0];
              if (!chosen) return;
              setPlatform(chosen);
              setIsChosen(true);
            }}
            className={`min-h-12 ${props.className}`}
          >
            {names.map(([known, name]) => (
              <option key={known} value={known}>
                {name}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      {preview && (
        <div>
          <p className="mb-1.5 font-semibold text-sm">{t("As your fans will see it")}</p>
          {address ? (
            preview({ platform, url: address })
          ) : (
            <p className="rounded-box border border-edge border-dashed px-4 py-5 text-center text-muted text-sm">
              {t("Paste an address to see it here.")}
            </p>
          )}
        </div>
      )}
    </>
  );
}

function entriesOf<Key extends string>(record: Readonly<Record<Key, string>>): [Key, string][] {
  return keysOf(record).map((key) => [key, record[key]]);
}

function keysOf<Key extends string>(record: Readonly<Record<Key, string>>): Key[] {
  const isKey = (key: string): key is Key => Object.hasOwn(record, key);
  return Object.keys(record).filter(isKey);
}
