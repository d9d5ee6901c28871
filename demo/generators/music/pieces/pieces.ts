import type { Piece } from "../piece.ts";
import { downhill } from "./downhill.ts";
import { haar } from "./haar.ts";
import { headwind } from "./headwind.ts";
import { kettleOn } from "./kettle-on.ts";
import { lastTram } from "./last-tram.ts";
import { lightOnTheStair } from "./light-on-the-stair.ts";
import { rain } from "./rain.ts";

/** All that the demo artist has to play, in the order of the page. */
export const pieces: Piece[] = [lastTram, kettleOn, rain, headwind, haar, downhill, lightOnTheStair];
