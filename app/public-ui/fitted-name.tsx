import { type FittedLine, fittedLines, type PaperFace } from "~/shared/name-lines";
import { languageOf } from "~/shared/writing";

const hundredths = (value: number) => Math.round(value * 100);

/**
 * A name in lines that each fill the measure, for paper. Its styles stand with the sheet that it is on.
 * @param height all that the lines may take, in shares of the measure
 */
export function FittedName({ name, height, face }: { name: string; height: number; face?: PaperFace }) {
  return (
    <span role="img" aria-label={name} lang={languageOf(name)} className="fitted">
      {fittedLines(name, height, face).map((line) => (
        <Line key={line.at} line={line} />
      ))}
    </span>
  );
}

function Line({ line: { text, width, above, below, share, stretch, isCatchword } }: { line: FittedLine }) {
  if (isCatchword) return <span className="catchword">{text}</span>;
  const wide = hundredths(width);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${wide} ${hundredths(above + below)}`}
      style={{ width: `${hundredths(share)}%` }}
    >
      <text
        x={wide / 2}
        y={hundredths(above)}
        textLength={wide}
        lengthAdjust="spacingAndGlyphs"
        style={{ fontStretch: `${stretch}%` }}
      >
        {text}
      </text>
    </svg>
  );
}
