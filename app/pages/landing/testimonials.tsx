import { Star } from "lucide-react";
import type { Place } from "~/shared/picture";
import { msg, t } from "~/shared/t";
import { Photo } from "~/ui/photo";
import { portraits } from "./pictures.ts";

/** As high as the words beside it, which take more lines where they have less room. */
const portraitPlaces: Place[] = [
  { from: 80, ofScreen: 0, rem: 8.4 },
  { from: 64, ofScreen: 0, rem: 11 },
  { from: 24, ofScreen: 0, rem: 8.4 },
  { from: 0, ofScreen: 0, rem: 11 },
];

const testimonials = [
  {
    portrait: portraits[0],
    name: msg("Nell Abara"),
    role: msg("Drums in three bands"),
    comment: msg(
      "Set it up on the night bus with one thumb. By the last stop it looked better than our posters.",
    ),
  },
  {
    portrait: portraits[1],
    name: msg("Teo Marchand"),
    role: msg("Accordion, weddings and wakes"),
    comment: msg(
      "They ask for the date, the price and a tune. Now I send one link, and the booking is there when I wake up.",
    ),
  },
  {
    portrait: portraits[2],
    name: msg("June Moss"),
    role: msg("Sings at the late show"),
    comment: msg(
      "I say the address once, before the last song. Half the room is listening again on the way home.",
    ),
  },
];

/** Three samples, and said to be samples. [1 §2 Landing page] */
export function Testimonials() {
  return (
    <section aria-labelledby="testimonials" className="bg-sunken">
      <div className="mx-auto w-full max-w-[87rem] px-4 py-16 sm:px-8 sm:py-24 lg:px-12">
        <h2 id="testimonials" className="wood-type text-5xl sm:text-6xl">
          {t("Word on the street")}
        </h2>
        <ul className="mt-8 grid grid-cols-1 gap-6 sm:mt-12 lg:grid-cols-3 lg:gap-8">
          {testimonials.map(({ portrait, name, role, comment }) => (
            <li key={name} className="slip border-2 border-foreground bg-surface">
              <figure className="flex h-full flex-col-reverse justify-end">
                <blockquote className="text-pretty p-5 text-xl sm:p-6">{t(comment)}</blockquote>
                <figcaption className="flex border-foreground border-b-2">
                  <Photo
                    picture={portrait}
                    places={portraitPlaces}
                    alt=""
                    className="w-[min(8rem,40vw)] shrink-0 border-foreground border-e-2 object-cover"
                  />
                  <span className="min-w-0 self-center p-[min(1rem,5vw)]">
                    <span className="wood-type block text-[min(1.5rem,7.5vw)]">{t(name)}</span>
                    <span className="mt-1 block text-muted text-sm">{t(role)}</span>
                    <FiveStars />
                  </span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
        <p className="mt-6 text-muted text-sm">{t("Samples: we made these three up. Yours will be true.")}</p>
      </div>
    </section>
  );
}

function FiveStars() {
  return (
    <span role="img" aria-label={t("5 out of 5 stars")} className="mt-3 flex flex-wrap gap-1">
      {["one", "two", "three", "four", "five"].map((star) => (
        <Star key={star} aria-hidden="true" className="size-5 fill-current" strokeWidth={1.5} />
      ))}
    </span>
  );
}
