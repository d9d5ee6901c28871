import applemusic from "simple-icons/icons/applemusic.svg?raw";
import audiomack from "simple-icons/icons/audiomack.svg?raw";
import bandcamp from "simple-icons/icons/bandcamp.svg?raw";
import bandsintown from "simple-icons/icons/bandsintown.svg?raw";
import beatport from "simple-icons/icons/beatport.svg?raw";
import bluesky from "simple-icons/icons/bluesky.svg?raw";
import cashapp from "simple-icons/icons/cashapp.svg?raw";
import deezer from "simple-icons/icons/deezer.svg?raw";
import discord from "simple-icons/icons/discord.svg?raw";
import facebook from "simple-icons/icons/facebook.svg?raw";
import instagram from "simple-icons/icons/instagram.svg?raw";
import kofi from "simple-icons/icons/kofi.svg?raw";
import mastodon from "simple-icons/icons/mastodon.svg?raw";
import mixcloud from "simple-icons/icons/mixcloud.svg?raw";
import patreon from "simple-icons/icons/patreon.svg?raw";
import paypal from "simple-icons/icons/paypal.svg?raw";
import songkick from "simple-icons/icons/songkick.svg?raw";
import soundcloud from "simple-icons/icons/soundcloud.svg?raw";
import spotify from "simple-icons/icons/spotify.svg?raw";
import stripe from "simple-icons/icons/stripe.svg?raw";
import threads from "simple-icons/icons/threads.svg?raw";
import tidal from "simple-icons/icons/tidal.svg?raw";
import tiktok from "simple-icons/icons/tiktok.svg?raw";
import twitch from "simple-icons/icons/twitch.svg?raw";
import venmo from "simple-icons/icons/venmo.svg?raw";
import x from "simple-icons/icons/x.svg?raw";
import youtube from "simple-icons/icons/youtube.svg?raw";
import youtubemusic from "simple-icons/icons/youtubemusic.svg?raw";

const drawn = {
  apple_music: applemusic,
  audiomack,
  bandcamp,
  bandsintown,
  beatport,
  bluesky,
  cashapp,
  deezer,
  discord,
  facebook,
  instagram,
  kofi,
  mastodon,
  mixcloud,
  patreon,
  paypal,
  songkick,
  soundcloud,
  spotify,
  stripe,
  threads,
  tidal,
  tiktok,
  twitch,
  twitter: x,
  venmo,
  youtube,
  youtube_music: youtubemusic,
};

/** The marks that simple-icons lacks, on the same grid of 24. */
const ours = {
  amazon_music:
    "M2 14.6c.3-.4.7-.5 1.200-.2 2.700 1.700 5.700 2.600 8.900 2.600 2.400 0 4.700-.5 6.900-1.400.8-.3 1.400.5.7 1-2.200 1.600-5 2.400-7.700 2.400-3.700 0-7.100-1.400-9.800-3.700-.3-.2-.4-.5-.2-.7zm18.100-.6c-.9-.1-1.700 0-2.300.4-.3.2-.2.4.1.4.8-.1 2.100-.2 2.300.2.2.400-.3 1.600-.7 2.400-.1.3.1.4.4.2.9-.8 1.500-2.400 1.100-3-.1-.3-.5-.5-.9-.6zM14.700 4v6.300a2 2 0 1 1-1.400-1.900V6.200L9.500 7.100v4.700a2 2 0 1 1-1.400-1.900V5.600z",
  website:
    "M12 1.500a10.500 10.500 0 1 0 0 21 10.500 10.500 0 0 0 0-21zm7.900 9.500h-3.400a16 16 0 0 0-1.400-6A8.500 8.500 0 0 1 19.900 11zM12 3.800c.9 1.200 2.100 3.700 2.400 7.200H9.600c.3-3.500 1.500-6 2.400-7.200zM8.900 5a16 16 0 0 0-1.400 6H4.100a8.500 8.500 0 0 1 4.800-6zm-4.800 8h3.400a16 16 0 0 0 1.400 6 8.500 8.500 0 0 1-4.800-6zm7.900 7.200c-.9-1.200-2.100-3.700-2.400-7.200h4.800c-.3 3.500-1.500 6-2.400 7.200zm3.100-1.200a16 16 0 0 0 1.400-6h3.400a8.500 8.500 0 0 1-4.800 6z",
  other:
    "M12 21.300l-1.500-1.300C5.400 15.400 2 12.300 2 8.500 2 5.400 4.400 3 7.500 3c1.700 0 3.400.8 4.500 2.100C13.100 3.800 14.800 3 16.500 3 19.600 3 22 5.400 22 8.500c0 3.800-3.400 6.900-8.500 11.500z",
};

export type Brand = keyof typeof drawn | keyof typeof ours;

const paths = new Map<string, string>([
  ...Object.entries(ours),
  ...Object.entries(drawn).map(([brand, svg]): [string, string] => [
    brand,
    / d="([^"]+)"/.exec(svg)?.[1] ?? "",
  ]),
]);

/** The mark of a platform, in the colour of the text beside it. Decoration: the link's name says which it is. */
export function BrandIcon({ brand, className = "size-6" }: { brand: Brand; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" fill="currentColor" className={className}>
      <path d={paths.get(brand)} />
    </svg>
  );
}
