import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Texts, pseudoText } from '../../web/i18n/pseudo.ts';
import type { GuideSection } from './guide.ts';

interface SectionTexts {
  title: string;
  /** What the picture says to who does not see it. */
  alt: string;
  /** Paragraphs, a line each; a line that begins with `- ` is one of a list. */
  text: string;
  /** What stands at the numbers of the picture, a line each. */
  marks?: string;
}

/** The guide in one language. It is long, so it comes in a file of its own and only to who reads it. */
export interface GuideTexts {
  sections: Record<GuideSection, SectionTexts>;
  /** Words of the two drawings. */
  model: Record<string, string>;
}

const files = import.meta.glob<{ default: GuideTexts }>('./texts/guide.*.json');

/** Made foreign line by line: each stands on the page for itself. */
const pseudoLines = (words: string): string => words.replace(/^(- )?(.+)$/gm, (_, dash = '', line) => dash + pseudoText(line));

const pseudoGuide = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [key, typeof value === 'string' ? pseudoLines(value) : pseudoGuide(value)]),
  );

async function load(language: string): Promise<GuideTexts> {
  const pseudo = language === 'pseudo';
  const file = await files[`./texts/guide.${pseudo ? 'en' : language}.json`]?.();
  if (!file) throw new Error(`There is no guide in ${language}.`);
  return pseudo ? (pseudoGuide(file.default as unknown as Texts) as unknown as GuideTexts) : file.default;
}

/** The guide in the language of the moment. */
export function useGuideTexts() {
  const { i18n } = useTranslation();
  const { language } = i18n;
  return useQuery({ queryKey: ['guide', language], queryFn: () => load(language), staleTime: Number.POSITIVE_INFINITY });
}

/** A text as its parts: paragraphs, and lists of lines that follow each other. */
export function partsOf(text: string): (string | string[])[] {
  const parts: (string | string[])[] = [];
  for (const line of text.split('\n')) {
    const item = /^- (.*)$/.exec(line)?.[1];
    const last = parts.at(-1);
    if (item === undefined) parts.push(line);
    else if (Array.isArray(last)) last.push(item);
    else parts.push([item]);
  }
  return parts;
}
