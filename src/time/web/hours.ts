import { parseDuration } from '../../kit/duration.ts';

/** One entry that typed hours stand for; a span of the clock says when it began. */
export interface TypedEntry {
  seconds: number;
  /** `HH:MM`, or null. */
  started_at: string | null;
}

/**
 * Reads the hours of an entry: each term of a sum becomes an entry of its own (`4+3.5` is two), and `9-12` begins at
 * 09:00. @returns undefined when it is no duration, or nothing is left of it
 */
export function readHours(text: string): TypedEntry[] | undefined {
  const plain = text.trim().replace(/[\u2013\u2212]/g, '-');
  const parts = plain.split(/\s*\+\s*/);
  const entries = parts.flatMap((part) => {
    const seconds = parseDuration(part);
    return seconds === undefined || seconds === 0 ? [] : [{ seconds, started_at: startOf(part) }];
  });
  return entries.length === parts.length && plain !== '' ? entries : undefined;
}

function startOf(part: string): string | null {
  const match = /^(\d{1,2})(?::(\d{2}))?-\d/.exec(part.trim());
  return match ? `${(match[1] ?? '').padStart(2, '0')}:${match[2] ?? '00'}` : null;
}
