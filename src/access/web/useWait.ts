import { useCallback, useEffect, useState } from 'react';
import { CallError } from '../../web/api.ts';
import { locale } from '../../web/i18n/text.ts';

/** How long one must wait before the next try. */
export interface Wait {
  /** Whole seconds that are left; 0: one may try. */
  left: number;
  /** Seconds that the server asked for; 0 when it asked for none. */
  asked: number;
  /** Takes from a refusal how long it asks to wait, which may be not at all. */
  begin: (refusal: unknown) => void;
}

const TICK_MS = 250;
const NONE = { asked: 0, until: 0 };

/** Counts down what a refusal by a throttle (429 with Retry-After) asks for. A clock decides, so a sleeping page wakes up right. */
export function useWait(): Wait {
  const [{ asked, until }, setWait] = useState(NONE);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return undefined;
    const look = (): void => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    look();
    const timer = setInterval(look, TICK_MS);
    const end = setTimeout(() => clearInterval(timer), until - Date.now() + TICK_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [until]);
  const begin = useCallback((refusal: unknown): void => {
    const seconds = refusal instanceof CallError && refusal.status === 429 ? (refusal.retryAfter ?? 0) : 0;
    setLeft(seconds);
    setWait(seconds === 0 ? NONE : { asked: seconds, until: Date.now() + seconds * 1000 });
  }, []);
  return { left, asked, begin };
}

const LONGEST_IN_SECONDS = 120;

/** A time to wait in words of the language: `40 seconds`, from two minutes on whole minutes, rounded up. */
export function spokenWait(seconds: number): string {
  const [value, unit] = seconds <= LONGEST_IN_SECONDS ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
