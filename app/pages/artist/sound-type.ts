const types: Record<string, string> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  flac: "audio/flac",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  m4a: "audio/mp4",
  aac: "audio/aac",
};

/** The media type of a sound by its file's ending; undefined for any other. */
export function soundType(address: string): string | undefined {
  return types[/\.([a-z0-9]+)$/.exec(address)?.[1] ?? ""];
}
