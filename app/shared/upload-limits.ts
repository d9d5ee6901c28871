/** Limits and texts of uploads, the same for the browser and the server. [2 §5, §9] */
export const audioLimitBytes = 100 * 1024 * 1024;

export const notAudioText = "Please select an audio file (MP3, WAV, etc.)";
export const audioTooLargeText = "Audio file must be smaller than 100MB";
export const emptyFileText = "Invalid file: File is empty or corrupted";
