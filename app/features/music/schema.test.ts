import { expect, test } from "vitest";
import { audioLimitBytes } from "~/shared/upload-limits";
import { audioFileProblem, titleFromFileName } from "./schema";

const song = { name: "Song.mp3", size: 1_000, type: "audio/mpeg" };

test("an audio file of a known kind may be sent, up to the very limit", () => {
  expect(audioFileProblem(song)).toBeUndefined();
  expect(audioFileProblem({ ...song, size: audioLimitBytes })).toBeUndefined();
});

test.each([
  [{ ...song, type: "video/mp4" }, "Please select an audio file (MP3, WAV, etc.)"],
  [{ ...song, name: "song.aiff" }, "Please select an audio file (MP3, WAV, etc.)"],
  [{ ...song, size: audioLimitBytes + 1 }, "Audio file must be smaller than 100MB"],
  [{ ...song, size: 0 }, "Invalid file: File is empty or corrupted"],
])("what isn't one is refused with its text", (file, text) => {
  expect(audioFileProblem(file)).toBe(text);
});

test.each([
  ["Night Bus.mp3", "Night Bus"],
  ["01. Intro.flac", "01. Intro"],
  [".mp3", "Untitled"],
  ["exe.\u202egpj\r\nnext\0.mp3", "exe. gpj next"],
])("%s is titled %s", (name, title) => {
  expect(titleFromFileName(name)).toBe(title);
});
