/**
 * A QR code, dark on light whatever the theme: readers want it so. The rows overlap a little: where they only touch, some
 * viewers show a seam.
 * @param label "" where the words beside it say the same
 */
export function QrPicture({
  qr: { path, size },
  label,
  className,
}: {
  /** The dark modules' rows, and the modules of a side with its quiet margin. */
  qr: { path: string; size: number };
  label: string;
  className?: string;
}) {
  return (
    <svg
      role="img"
      aria-label={label}
      aria-hidden={label === "" || undefined}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} stroke="#000" strokeWidth="1.04" />
    </svg>
  );
}
