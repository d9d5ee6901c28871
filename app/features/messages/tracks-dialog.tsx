import { Check, Music2 } from "lucide-react";
import { useEffect, useState } from "react";
import { formatDuration } from "~/shared/duration";
import { squarePlace } from "~/shared/picture";
import { t } from "~/shared/t";
import { Button, LinkButton } from "~/ui/button";
import { Dialog, DialogFoot } from "~/ui/dialog";
import { Photo } from "~/ui/photo";
import { askFeed } from "./ask-server";
import { ListFoot } from "./list-foot";
import type { Unsent } from "./outbox";
import type { SharedTrack, TracksPage } from "./queries.server";
import { texts, trackLimit } from "./schema";
import { usePages } from "./use-pages";

type Chosen = Unsent["tracks"];

/** Chooses among one's own tracks. [2 §2] */
export function TracksDialog({
  open,
  chosen,
  onChosen,
  onCancel,
}: {
  open: boolean;
  chosen: Chosen;
  onChosen(chosen: Chosen): void;
  /** Clears what was chosen as well. */
  onCancel(): void;
}) {
  return (
    <Dialog open={open} onClose={onCancel} title={t("Share Your Music")}>
      <Choice chosen={chosen} onChosen={onChosen} onCancel={onCancel} />
    </Dialog>
  );
}

function Choice({ chosen: before, onChosen, onCancel }: Omit<Parameters<typeof TracksDialog>[0], "open">) {
  const [chosen, setChosen] = useState(before);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  const { items, hasMore, state, more } = usePages<SharedTrack>(isOpen ? "" : undefined, async (_, after) => {
    const page = await askFeed<TracksPage>({ what: "tracks", after });
    return { items: page.tracks, hasMore: page.hasMore };
  });
  const isFull = chosen.length >= trackLimit;
  const toggle = ({ id, title }: SharedTrack) =>
    setChosen((now) =>
      now.some((one) => one.id === id) ? now.filter((one) => one.id !== id) : [...now, { id, title }],
    );

  return (
    <div className="flex flex-col gap-5">
      {items?.length === 0 ? (
        <div className="grid justify-items-center gap-3 py-8 text-center">
          <Music2 aria-hidden="true" className="size-8 text-muted" />
          <p className="font-medium">{t("No tracks available to share")}</p>
          <p className="text-muted text-sm">{t("Upload music to your library first")}</p>
          <LinkButton variant="secondary" to="/music">
            {t("Go to Music Library")}
          </LinkButton>
        </div>
      ) : (
        <div className="max-h-80 overflow-y-auto overscroll-contain rounded-box border border-line">
          <ul aria-label={t("Your tracks")} className="grid grid-cols-1 divide-y divide-line">
            {items?.map((track) => {
              const isChosen = chosen.some(({ id }) => id === track.id);
              return (
                <li key={track.id}>
                  <button
                    type="button"
                    aria-pressed={isChosen}
                    disabled={isFull && !isChosen}
                    onClick={() => toggle(track)}
                    className="flex min-h-14 w-full items-center gap-3 px-3 py-2 text-start disabled:opacity-55 enabled-hover:bg-sunken aria-pressed:bg-sunken"
                  >
                    {track.cover ? (
                      <Photo
                        picture={track.cover}
                        places={squarePlace(2.75)}
                        alt=""
                        className="size-11 shrink-0 rounded-box object-cover"
                      />
                    ) : (
                      <span className="grid size-11 shrink-0 place-items-center rounded-box bg-sunken text-muted">
                        <Music2 aria-hidden="true" className="size-5" />
                      </span>
                    )}
                    <span className="min-w-0 grow">
                      <span dir="auto" className="block truncate font-medium">
                        {track.title}
                      </span>
                      <span className="text-muted text-sm tabular-nums">{formatDuration(track.seconds)}</span>
                    </span>
                    <span
                      className={`grid size-6 shrink-0 place-items-center rounded-full border ${
                        isChosen ? "border-primary bg-primary text-on-primary" : "border-edge"
                      }`}
                    >
                      {isChosen && <Check aria-hidden="true" className="size-4" />}
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
          <ListFoot
            state={state}
            hasMore={hasMore}
            loading={t("Loading your tracks...")}
            failed={t("Your tracks could not be loaded.")}
            more={t("Show more tracks")}
            onMore={more}
          />
        </div>
      )}
      {isFull && <p className="text-muted text-sm">{texts.tooManyTracks()}</p>}
      <DialogFoot>
        <Button variant="secondary" onClick={onCancel}>
          {t("Cancel")}
        </Button>
        <Button disabled={chosen.length === 0} onClick={() => onChosen(chosen)}>
          {t("{count, plural, one {Share # Track} other {Share # Tracks}}", { count: chosen.length })}
        </Button>
      </DialogFoot>
    </div>
  );
}
