const plain: Readonly<Record<string, string>> = { ø: "o", ł: "l", đ: "d", ħ: "h", ı: "i" };

/** What a text is looked for by: small letters without accents. The database's `app.searchable` does the same. */
export function searchable(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036F]/g, "")
    .replace(/[øłđħı]/g, (letter) => plain[letter] ?? letter);
}
