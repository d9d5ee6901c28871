import { startBackground } from "~/features/appearance/background";
import { startLightbox } from "~/features/gallery/lightbox";
import { startVideos } from "~/features/video/slides";
import { startSharing } from "./share.ts";

// What a stage document can do once it is there and its visitor has begun to read: each feature starts its own part.
// Every part listens on the document, because a sent form replaces its section.

startLightbox();
startVideos();
startSharing();
startBackground();
