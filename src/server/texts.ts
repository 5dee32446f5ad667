import { LANGUAGES } from '../kit/grades.ts';
import { type Problem, type ProblemBody, bodyOf } from '../kit/problem.ts';
import { type Text, render } from '../kit/said.ts';
import de from './texts/de.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };

/**
 * What the server says to people, by its English words: `texts/<language>.json`, with `{1}`, `{2}`, … where values stand.
 * What stands in no list is said as it is: the codes that clients know (`LOGIN_BAD_CREDENTIALS`), and English itself.
 */
const dictionaries: Readonly<Record<string, Readonly<Record<string, string>>>> = { de, es, fr };

/** A text in a language. */
export const inLanguage = (text: Text, language: string): string =>
  render(text, language, (words) => dictionaries[language]?.[words] ?? words);

/** What a refusal answers, in a language. */
export const refusalIn = (problem: Problem, language: string): ProblemBody =>
  bodyOf(problem.refusal, (text) => inLanguage(text, language));

/** The language that a stranger's browser asks for (`de-CH, fr;q=0.8`): of those that we speak the one wanted most, else English. */
export function languageFrom(header: string | undefined): string {
  const wanted = (header ?? '').split(',').map((part) => {
    const [tag = '', ...more] = part.trim().split(';');
    const weight = more.map((each) => /^\s*q=([\d.]+)$/.exec(each)?.[1]).find((each) => each !== undefined);
    return { language: tag.split('-')[0]?.toLowerCase() ?? '', weight: weight === undefined ? 1 : Number(weight) };
  });
  const spoken = wanted.filter(({ language, weight }) => weight > 0 && (LANGUAGES as readonly string[]).includes(language));
  return spoken.sort((a, b) => b.weight - a.weight)[0]?.language ?? 'en';
}
