/** Texts as a tree of a room's file. */
export interface Texts {
  [key: string]: string | Texts;
}

const accents: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'aàeéiîoöuücçnñyýsšzžrřtŧdđlłgğAÀEÉIÎOÖUÜCÇNÑSŠZŽ'].reduce(pairs, [] as [string, string][])),
};

function pairs(found: [string, string][], letter: string, index: number, letters?: string[]): [string, string][] {
  if (index % 2 === 1) found.push([letters?.[index - 1] ?? '', letter]);
  return found;
}

/** How much longer than English the longest of the languages gets. */
const GROWTH = 0.4;
const WORD = 6;

/** One text made foreign, in brackets and 40 % longer; `{{values}}` and `<tags>` stay as they are. */
export function pseudoText(plain: string): string {
  const parts = plain.split(/(\{\{[^}]*\}\}|<[^>]*>)/);
  const changed = parts.map((part, index) => (index % 2 === 1 ? part : [...part].map((c) => accents[c] ?? c).join('')));
  const length = parts.filter((_, index) => index % 2 === 0).join('').length;
  const missing = Math.max(0, Math.ceil(length * GROWTH) - '[]'.length);
  const padding = '·'.repeat(missing).replace(new RegExp(`.{1,${WORD}}`, 'g'), ' $&');
  return `[${changed.join('')}${padding}]`;
}

/** All texts of a tree made foreign: shows in tests what was never translated and what does not fit. */
export function pseudoTexts(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [key, typeof value === 'string' ? pseudoText(value) : pseudoTexts(value)]),
  );
}
