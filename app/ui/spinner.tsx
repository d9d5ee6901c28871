const sizes = { sm: "size-4 border-2", md: "size-6 border-[3px]", lg: "size-10 border-4" };

/** A turning ring. Decoration only: the text beside it names the work. [1 §9] */
export function Spinner({ size = "md" }: { size?: keyof typeof sizes }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-block shrink-0 animate-spin rounded-full border-current border-r-transparent ${sizes[size]}`}
    />
  );
}

/** Stands in for a whole screen while it loads, and names what is loading. */
export function LoadingScreen({ text }: { text: string }) {
  return (
    <div
      role="status"
      className="flex min-h-[60dvh] flex-col items-center justify-center gap-4 px-6 py-16 text-muted"
    >
      <Spinner size="lg" />
      <p>{text}</p>
    </div>
  );
}
