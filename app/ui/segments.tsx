/** A choice of few, side by side: buttons of which one is pressed. For choosing what is shown, not for saved values. */
export function Segments<Value extends string>({
  legend,
  labels,
  value,
  onValue,
}: {
  legend: string;
  /** In their order. */
  labels: Record<Value, string>;
  value: Value;
  onValue(value: Value): void;
}) {
  const isValue = (name: string): name is Value => Object.hasOwn(labels, name);
  return (
    <fieldset className="flex flex-wrap rounded-box border border-edge">
      <legend className="sr-only">{legend}</legend>
      {Object.keys(labels)
        .filter(isValue)
        .map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === value}
            onClick={() => onValue(one)}
            className="min-h-11 rounded-[calc(var(--corner)-1px)] px-2.5 font-semibold text-sm aria-pressed:bg-accent aria-pressed:text-on-accent sm:px-4"
          >
            {labels[one]}
          </button>
        ))}
    </fieldset>
  );
}
