/** A value within a sentence: more words, a number, a day that is written as its reader writes it, or several words in a row. */
type Value = Text | number | { day: string } | readonly Text[];

/** Words for a person: a sentence as it stands, or one with values. */
export type Text = string | Said;

/** A sentence with its values apart from its words, so that it can be said in another language. It reads as English. */
export class Said {
  /** The words, with `{1}`, `{2}`, … where the values stand: the key of its translations. */
  readonly words: string;
  readonly values: readonly Value[];

  constructor(words: string, values: readonly Value[]) {
    this.words = words;
    this.values = values;
  }

  toString(): string {
    return render(this, 'en', (words) => words);
  }
}

/** Tag for sentences with values: ``said`There is a client "${name}" already.` ``. */
export const said = (strings: TemplateStringsArray, ...values: Value[]): Said =>
  new Said(strings.map((part, index) => (index === 0 ? part : `{${index}}${part}`)).join(''), values);

/** `2 Mar 2026`, `02.03.2026`: English as Europe writes it. */
const dayIn = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

/** The text with its values put in; `find` gives the words of the wanted language, numbers are written as it writes them. */
export function render(text: Text, language: string, find: (words: string) => string): string {
  if (typeof text === 'string') return find(text);
  const shown = (value: Value | undefined): string => {
    if (value === undefined) return '';
    if (typeof value === 'number') return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value);
    if (typeof value === 'string') return value;
    // Texts as they are given belong to somebody (a name, a code): they are never looked up.
    if ('day' in value) return dayIn(value.day, language);
    return value instanceof Said ? render(value, language, find) : value.map(shown).join(', ');
  };
  return find(text.words).replace(/\{(\d)\}/g, (_, index: string) => shown(text.values[Number(index) - 1]));
}
