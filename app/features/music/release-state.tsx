import { t } from "~/shared/t";
import { zoneText } from "~/shared/zone-names";
import { useOwnFormats } from "~/ui/formats";
import type { ReleaseState } from "./releases";

interface Dated {
  state: ReleaseState;
  published_at: Date | null;
  release_date: string | null;
  time_zone: string;
}

/** A release's state in words, with the day or the time that matters next. */
export function StateText({ release }: { release: Dated }) {
  const { day, dateTime } = useOwnFormats();
  const { state, published_at, release_date } = release;
  switch (state) {
    case "draft":
      return release_date ? `Draft, for ${day(release_date, "medium")}` : t("Draft");
    case "scheduled":
      return published_at ? `Scheduled for ${dateTime(published_at, "medium")}` : t("Scheduled");
    case "announced":
      return release_date ? `Announced, out on ${day(release_date, "medium")}` : t("Announced");
    case "out":
      return release_date ? `Out since ${day(release_date, "medium")}` : t("Out");
  }
}

/** The same in a whole sentence. */
export function StateSentence({ release }: { release: Dated }) {
  const { day, dateTime, timeZone } = useOwnFormats();
  const { state, published_at, release_date, time_zone } = release;
  const out = release_date && `${day(release_date, "long")}, from midnight (${zoneText(time_zone)})`;
  switch (state) {
    case "draft":
      return `Nobody but you sees it.${out ? ` Its day is ${out}.` : ""}`;
    case "scheduled":
      return `It becomes public on ${published_at ? dateTime(published_at, "long") : "its day"} (${zoneText(timeZone)}).${
        out ? ` It is out on ${out}.` : ""
      }`;
    case "announced":
      return `Its page announces it. It is out on ${out || "its day"}.`;
    case "out":
      return t("It is on your page, and all of it can be heard.");
  }
}
