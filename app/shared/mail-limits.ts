/**
 * Mails a day of one artist's doing to addresses that have confirmed nothing: of the forms on their page, and of the
 * files that they bring.
 */
export const dailyPerArtist = { page: 300, file: 200 } as const;
