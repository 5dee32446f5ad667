/**
 * Formula injection: a spreadsheet program runs a CSV cell that starts with `=`, `+`, `-` or `@`, also after blanks and
 * control characters, and some of them take the full-width forms too. A leading apostrophe stops that; reading takes exactly
 * one apostrophe off again, so that an export comes back as it was.
 */
const dangerous = /^[\s\p{Cc}\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^\p{Cc}/u;
const plainNumber = /^[+-]?(?:\d+|\d{1,3}(?:[ .,'\u2019\u00a0\u202f]\d{3})+)(?:[.,]\d+)?(?: ?%)?$|^[+-]?[.,]\d+$/;
const phoneNumber = /^\+\d[\d ()./\u00a0-]{4,28}$/;
const apostrophes = /^'+/;

function runs(text: string): boolean {
  return dangerous.test(text) && !plainNumber.test(text) && !phoneNumber.test(text);
}

/** The text as a CSV cell may hold it: with one apostrophe before what would run as a formula, else as it is. */
export function guarded(text: string): string {
  return runs(text.replace(apostrophes, '')) ? `'${text}` : text;
}

/** Takes off the one apostrophe that `guarded` put before the text. */
export function unguarded(text: string): string {
  return text.charCodeAt(0) === 39 && runs(text.replace(apostrophes, '')) ? text.slice(1) : text;
}
