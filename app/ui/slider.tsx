import { useId } from "react";

/**
 * A labelled range with its value beside the label. Only a value that is moved with the slider itself is rounded to its
 * step.
 */
export function Slider({
  label,
  min,
  max,
  step,
  value,
  valueText,
  name,
  form,
  disabled,
  isFromLeft = false,
  onValue,
}: {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  /** The value as people read it. */
  valueText: string;
  /** In a form. */
  name?: string;
  /** The id of a form that it stands beside. */
  form?: string;
  disabled?: boolean;
  /** Its value is a place in a picture, so it grows to the right in every language. */
  isFromLeft?: boolean;
  onValue(value: number): void;
}) {
  const id = useId();
  return (
    <div className={disabled ? "text-muted" : ""}>
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <span aria-hidden="true" className="tabular-nums">
          {valueText}
        </span>
      </div>
      <input
        id={id}
        type="range"
        dir={isFromLeft ? "ltr" : undefined}
        name={name}
        form={form}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText}
        disabled={disabled}
        onChange={(event) => onValue(event.currentTarget.valueAsNumber)}
        className="block h-11 w-full cursor-pointer accent-primary disabled:cursor-not-allowed"
      />
    </div>
  );
}
