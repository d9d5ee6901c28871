import { startPlayer } from "~/features/music/player";
import { holdUntilLoaded } from "./late.ts";

// What a stage document runs at once, as text within the page: it answers the first touch. Everything else is in
// extras.ts.

declare const __EXTRAS__: string;

startPlayer();
holdUntilLoaded(() => import(/* @vite-ignore */ __EXTRAS__));
