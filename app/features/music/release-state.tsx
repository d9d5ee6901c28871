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
      return release_date
        ? t("Draft, for {day}", { day: day(release_date, "medium") })
        : t("Draft|a release");
    case "scheduled":
      return published_at
        ? t("Scheduled for {time}|a release", { time: dateTime(published_at, "medium") })
        : t("Scheduled|a release");
    case "announced":
      return release_date
        ? t("Announced, out on {day}|a release", { day: day(release_date, "medium") })
        : t("Announced|a release");
    case "out":
      return release_date
        ? t("Out since {day}|a release", { day: day(release_date, "medium") })
        : t("Out|a release");
  }
}

/** The same in a whole sentence. */
export function StateSentence({ release }: { release: Dated }) {
  const { day, dateTime, timeZone } = useOwnFormats();
  const { state, published_at, release_date, time_zone } = release;
  const out =
    release_date &&
    t("{day}, from midnight ({zone})", { day: day(release_date, "long"), zone: zoneText(time_zone) });
  switch (state) {
    case "draft":
      return out
        ? t("Nobody but you sees it. Its day is {day}.", { day: out })
        : t("Nobody but you sees it.");
    case "scheduled": {
      const time = published_at ? dateTime(published_at, "long") : t("its day");
      const zone = zoneText(timeZone);
      return out
        ? t("It becomes public on {time} ({zone}). It is out on {day}.", { time, zone, day: out })
        : t("It becomes public on {time} ({zone}).", { time, zone });
    }
    case "announced":
      return t("Its page announces it. It is out on {day}.", { day: out || t("its day") });
    case "out":
      return t("It is on your page, and all of it can be heard.");
  }
}
