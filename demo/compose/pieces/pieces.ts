import type { Piece } from "../piece.ts";
import { downhill } from "./downhill.ts";
import { lastTram } from "./last-tram.ts";
import { rain } from "./rain.ts";

/** All that the demo artist has to play, in the order of the page. */
export const pieces: Piece[] = [lastTram, rain, downhill];
