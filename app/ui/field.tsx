import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";

interface Described {
  label: string;
  /** The value's problem; shown under the field and tied to it. */
  error?: string;
  /** A description of the value, shown while there is no problem. */
  hint?: ReactNode;
}

/** Attributes that tie a control to its label, hint and error. */
interface ControlProps {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  className: string;
}

const control =
  "w-full rounded-box border border-edge bg-surface px-3.5 py-2.5 text-base text-foreground placeholder:text-muted disabled:bg-sunken disabled:text-muted aria-invalid:border-danger aria-invalid:outline-danger";

/**
 * Label, hint and error around one control, which `children` renders with the attributes given to it.
 * The building block of every field here; use it for a control that has none yet.
 */
export function FieldFrame({
  id: givenId,
  label,
  error,
  hint,
  aside,
  children,
}: Described & {
  /** Given where a link or a script must find the control; else one is made. */
  id?: string;
  aside?: ReactNode;
  children: (props: ControlProps) => ReactNode;
}) {
  const madeId = useId();
  const id = givenId ?? madeId;
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      {hint && (
        <div id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </div>
      )}
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy,
        className: control,
      })}
      {(error || aside) && (
        <div className="flex items-start justify-between gap-4 text-sm empty:hidden">
          {error && (
            <p id={`${id}-error`} className="flex gap-1.5 font-medium text-danger">
              <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              {error}
            </p>
          )}
          {aside}
        </div>
      )}
    </div>
  );
}

/**
 * Two fields beside each other where there is room: their labels, hints, controls and problems begin on one line each, however
 * long the hints are.
 */
export function FieldPair({ children }: { children: ReactNode }) {
  const inRows =
    "sm:gap-y-1.5 sm:[&>div]:row-span-4 sm:[&>div]:grid sm:[&>div]:grid-rows-subgrid sm:[&>div>:is(input,select)]:row-start-3 sm:[&>div>:is(input,select)~div]:row-start-4";
  return <div className={`grid grid-cols-1 gap-5 sm:grid-cols-2 ${inRows}`}>{children}</div>;
}

export interface FieldProps extends Omit<ComponentProps<"input">, "id">, Described {
  /** Shows n/`counter` under the field. */
  counter?: number;
}

/** A labelled one-line input. It takes the props of `input`. */
export function Field({ label, error, hint, counter, onInput, className = "", ...rest }: FieldProps) {
  const [length, setLength] = useState(String(rest.value ?? rest.defaultValue ?? "").length);
  return (
    <FieldFrame
      label={label}
      error={error}
      hint={hint}
      aside={counter && <Counter length={length} limit={counter} />}
    >
      {(props) => (
        <input
          {...rest}
          {...props}
          className={`min-h-12 ${props.className} ${className}`}
          onInput={(event) => {
            setLength(event.currentTarget.value.length);
            onInput?.(event);
          }}
        />
      )}
    </FieldFrame>
  );
}

export interface TextAreaFieldProps extends Omit<ComponentProps<"textarea">, "id">, Described {
  /** Shows n/`counter` under the field. */
  counter?: number;
}

/** A labelled text area that grows with its text. It takes the props of `textarea`. */
export function TextAreaField({
  label,
  error,
  hint,
  counter,
  onInput,
  rows = 4,
  className = "",
  ...rest
}: TextAreaFieldProps) {
  const [length, setLength] = useState(String(rest.value ?? rest.defaultValue ?? "").length);
  return (
    <FieldFrame
      label={label}
      error={error}
      hint={hint}
      aside={counter && <Counter length={length} limit={counter} />}
    >
      {(props) => (
        <textarea
          {...rest}
          {...props}
          rows={rows}
          // A field that grows begins with one line, whatever `rows` says.
          style={{ minHeight: `calc(${rows} * 1.5em + 1.5rem)` }}
          className={`field-sizing-content ${props.className} ${className}`}
          onInput={(event) => {
            setLength(event.currentTarget.value.length);
            onInput?.(event);
          }}
        />
      )}
    </FieldFrame>
  );
}

function Counter({ length, limit }: { length: number; limit: number }) {
  return (
    <p
      className={`ms-auto shrink-0 tabular-nums ${length > limit ? "font-semibold text-danger" : "text-muted"}`}
    >
      {length}/{limit}
    </p>
  );
}
