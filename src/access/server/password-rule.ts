import type { Text } from '../../kit/said.ts';

const LEAST = 8;
const MOST = 128;
/** Words that stand for somebody are looked for from this length on: shorter ones are in many a good password. */
const LEAST_WORD = 4;

let common: Promise<ReadonlySet<string>> | undefined;

/** Passwords that people use and attackers try first, in small letters; loaded with the first use, and never from outside. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'] as readonly string[]);
}

/** Letters that are often written as other signs. */
const written: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const spelled = (text: string): string => text.replace(/[013457@$!]/g, (sign) => written[sign] ?? sign);

/** A password's forms that a list would have: as it is, without the signs hung on at the end, and as it is spelled. */
function formsOf(password: string): string[] {
  const lower = password.toLowerCase();
  const bare = lower.replace(/[\d\W_]+$/u, '');
  return [lower, spelled(lower), bare, spelled(bare)].filter((form) => form.length >= LEAST_WORD);
}

/** Whether a text goes up or down by one from sign to sign, or has fewer than four different ones. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((sign, index) => (sign.codePointAt(0) ?? 0) - ([...text][index]?.codePointAt(0) ?? 0));
  return new Set(text).size < 4 || steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

const wordsOf = (context: readonly string[]): string[] =>
  context
    .flatMap((text) => [text, ...text.split(/[\s@.,;:_+&/()-]+/)])
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= LEAST_WORD)
    .sort((a, b) => b.length - a.length);

/**
 * Why a password is refused, or undefined. Length is counted in characters; nothing is demanded of its composition (NIST SP
 * 800-63B): it must not be one that is tried first, nor be little more than a word that stands for the person.
 * @param context the product, the firms, the person's own address
 */
export async function refusalOf(password: string, context: readonly string[]): Promise<Text | undefined> {
  const { length } = password.length > MOST * 2 ? { length: Number.POSITIVE_INFINITY } : [...password];
  if (length < LEAST) return 'Use at least 8 characters.';
  if (length > MOST) return 'Use at most 128 characters.';
  if (isRun(password.toLowerCase())) return 'This password follows a pattern that is tried first. Choose another one.';
  common ??= loadCommon();
  const list = await common;
  if (formsOf(password).some((form) => list.has(form)))
    return 'This is one of the passwords that are tried first. Choose another one.';
  const rest = wordsOf(context).reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase());
  if (rest.length < password.length && rest.length < LEAST)
    return 'This password is little more than a name or an address that is known. Choose another one.';
  return undefined;
}
