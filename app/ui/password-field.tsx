import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { sourceLanguage } from "~/shared/languages";
import { language, t } from "~/shared/t";
import { FieldFrame, type FieldProps } from "./field.tsx";

/** A password input with a button that shows and hides what was typed. */
export function PasswordField({
  label,
  error,
  hint,
  className = "",
  ...rest
}: Omit<FieldProps, "type" | "counter">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  // Within a sentence; other languages have nouns that keep their capital.
  const field = language() === sourceLanguage ? label.toLowerCase() : label;
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(props) => (
        <div className="relative">
          <input
            {...rest}
            {...props}
            type={shown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className={`min-h-12 ${props.className} pe-13 ${className}`}
          />
          <button
            type="button"
            aria-label={t(shown ? "Hide {field}" : "Show {field}", { field })}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 end-0 flex w-12 items-center justify-center rounded-box text-muted hover:text-foreground"
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
