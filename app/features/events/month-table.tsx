import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { t } from "~/shared/t";
import { useFormats } from "~/ui/formats";
import { formatDay, monthAfter, weekdays, weeksOf } from "./calendar";
import type { OwnEvent } from "./queries.server";
import { eventsByDay } from "./span";

/**
 * One month of the musician's own: a day that is still to come takes a new event, and a day with events leads to the
 * first of them in the list below.
 * @param month YYYY-MM
 */
export function MonthTable({
  month,
  events,
  today,
  onAdd,
}: {
  month: string;
  events: OwnEvent[];
  today: string;
  onAdd(date: string): void;
}) {
  const [here, setHere] = useState(today);
  useEffect(() => setHere(localDay(new Date())), []);
  const names = weekdays();
  const byDay = eventsByDay(
    events.map((event) => ({ ...event, date: event.event_date, endDate: event.end_date })),
  );
  return (
    <>
      <div className="mb-3 flex items-center justify-between gap-2">
        <MonthLink month={monthAfter(month, -1)} label={t("Previous month")}>
          <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100 size-5" />
        </MonthLink>
        <h2 className="font-semibold text-lg">{formatDay(month, { month: "long", year: "numeric" })}</h2>
        <MonthLink month={monthAfter(month, 1)} label={t("Next month")}>
          <ChevronRight aria-hidden="true" className="rtl:-scale-x-100 size-5" />
        </MonthLink>
      </div>
      <table className="-mx-3 w-[calc(100%+1.5rem)] table-fixed tabular-nums sm:mx-0 sm:w-full">
        <thead>
          <tr>
            {names.map(({ name, short }) => (
              <th key={name} scope="col" className="pb-1 font-semibold text-muted text-xs">
                <abbr title={name} className="no-underline">
                  {short}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, index) => (
                <td key={names[index]?.name} className="border border-line p-0 align-top">
                  {day && (
                    <>
                      <DayNumber day={day} today={here} first={today} onAdd={onAdd} />
                      <DayEvents day={day} events={byDay.get(day) ?? []} />
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function MonthLink({ month, label, children }: { month: string; label: string; children: ReactNode }) {
  return (
    <Link
      to={`/events?show=calendar&month=${month}`}
      preventScrollReset
      aria-label={label}
      className="grid size-11 place-items-center rounded-box border border-edge hover:bg-sunken"
    >
      {children}
    </Link>
  );
}

function DayNumber({
  day,
  today,
  first,
  onAdd,
}: {
  day: string;
  today: string;
  /** That takes a new event. */
  first: string;
  onAdd(date: string): void;
}) {
  const isToday = day === today;
  const number = (
    <span
      className={
        isToday ? "grid size-8 place-items-center rounded-full bg-accent font-bold text-on-accent" : ""
      }
    >
      {Number(day.slice(8))}
    </span>
  );
  const formats = useFormats();
  const look = "grid min-h-11 w-full place-items-center text-sm md:min-h-12";
  if (day < first) return <span className={`${look} text-muted`}>{number}</span>;
  return (
    <button
      type="button"
      aria-current={isToday ? "date" : undefined}
      aria-label={t("Add event on {day}", { day: formats.day(day, "long") })}
      title={t("Add event")}
      onClick={() => onAdd(day)}
      className={`${look} hover:bg-sunken`}
    >
      {number}
    </button>
  );
}

/** The day where this runs, as YYYY-MM-DD; `today` is the earliest there is anywhere. */
function localDay(now: Date): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** As many titles as a cell holds. */
const titlesShown = 3;

function DayEvents({ day, events }: { day: string; events: OwnEvent[] }) {
  const formats = useFormats();
  const [first] = events;
  if (!first) return <span className="hidden h-11 md:block" />;
  const more = events.length - titlesShown;
  return (
    <a
      href={`#event-${first.id}`}
      aria-label={`${formats.day(day, "long")}: ${events.map(({ title }) => title).join(", ")}`}
      className="grid min-h-11 content-center gap-0.5 bg-sunken p-1 text-xs hover:underline"
    >
      <span className="text-center font-bold md:hidden">{events.length}</span>
      {events.slice(0, titlesShown).map(({ id, title, is_published, cancelled_at }) => (
        <span
          key={id}
          dir="auto"
          className={`hidden truncate font-medium md:block ${cancelled_at ? "line-through" : ""} ${is_published ? "" : "text-muted italic"}`}
        >
          {title}
        </span>
      ))}
      {more > 0 && (
        <span className="hidden text-muted md:block">{t("and {count} more|events", { count: more })}</span>
      )}
    </a>
  );
}
