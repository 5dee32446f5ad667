import { useCallback, useEffect, useState } from 'react';
import { GUIDE_SECTIONS, arrivedAfter } from './guide.ts';

/** How many sections of the guide are there: one after the other, or at once through one that somebody wants to see. */
export function useArrival(delay: number): { arrived: number; bring: (count: number) => void } {
  const [arrived, setArrived] = useState(1);
  const bring = useCallback((count: number) => setArrived((now) => Math.max(now, count)), []);
  useEffect(() => {
    const timers = GUIDE_SECTIONS.slice(1).map((_, index) => {
      const due = (index + 1) * delay;
      return setTimeout(() => bring(arrivedAfter(due, delay)), due);
    });
    return () => timers.forEach(clearTimeout);
  }, [delay, bring]);
  // On paper nobody waits.
  useEffect(() => {
    const whole = (): void => bring(GUIDE_SECTIONS.length);
    addEventListener('beforeprint', whole);
    return () => removeEventListener('beforeprint', whole);
  }, [bring]);
  return { arrived, bring };
}
