import { AppError } from "#server/errors.ts";
import { servicesContext } from "~/services.server";
import { csvOf } from "~/shared/csv";
import { t } from "~/shared/t";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/table.route";
import { isKind, isSpan, kinds, type Span, trackParts } from "./kinds.ts";
import { kindName, untoldName } from "./names.ts";
import { type NamedCount, ownDays, ownNumbers } from "./queries.server";

type Table = (string | number)[][];

/** The numbers as CSV: by the day, or of the tracks, sources or links. @throws AppError `not-found` for any other */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, declarations } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const { searchParams } = new URL(request.url);
  const [span, of] = [searchParams.get("days") ?? "30", searchParams.get("of") ?? "views"];
  const table = searchParams.get("table") ?? "days";
  if (!isSpan(span) || !isKind(of)) throw noSuchTable();
  const rows = await db.asMusician(userId).read(async (tx): Promise<Table> => {
    if (table === "days") return dayTable(await ownDays(tx, userId, span));
    const { tracks, sources, devices, links, untold } = await ownNumbers(tx, declarations, userId, span, of);
    switch (table) {
      case "tracks":
        return [
          [
            t("Track"),
            t("Plays"),
            t("Downloads"),
            t("Heard on average"),
            ...tenths.map((tenth) => t("At {percent} %|of a track's length", { percent: tenth })),
          ],
          ...tracks.map(({ title, plays, downloads, heard }) => [
            title,
            plays,
            downloads,
            percent(average(heard)),
            ...tenths.map((tenth) =>
              percent(heard[Math.min(trackParts - 1, (tenth / 100) * trackParts) | 0] ?? 0),
            ),
          ]),
        ];
      case "sources":
        return [[t("Source|of visits"), kindName(of)], ...rowsOf(sources, untold)];
      case "devices":
        return [[t("Device"), kindName(of)], ...rowsOf(devices, untold)];
      case "links":
        return [[t("Link"), kindName("clicks")], ...links.map(({ name, count }) => [name, count])];
      default:
        throw noSuchTable();
    }
  });
  return new Response(csvOf(rows), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName(table, span)}"`,
      "Cache-Control": "private, no-store",
    },
  });
}

function rowsOf(counted: NamedCount[], untold: number): Table {
  const rows: Table = counted.map(({ name, count }) => [name, count]);
  return untold > 0 ? [...rows, [untoldName(), untold]] : rows;
}

const tenths = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

function dayTable(days: Awaited<ReturnType<typeof ownDays>>): Table {
  return [
    [t("Day"), ...kinds.map(kindName)],
    ...days.map((sums) => [sums.day, ...kinds.map((kind) => sums[kind])]),
  ];
}

function fileName(table: string, span: Span): string {
  return `handbill-${table}-${span === "all" ? "all-time" : `${span}-days`}.csv`;
}

function noSuchTable(): AppError {
  return new AppError("not-found", t("There is no such table."));
}

function average(shares: number[]): number {
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
