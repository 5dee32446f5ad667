import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Whether things should stand still: as the person has said, else as the system says. */
export function isCalm(): boolean {
  const { motion } = document.documentElement.dataset;
  return motion === 'less' || (motion !== 'full' && matchMedia('(prefers-reduced-motion: reduce)').matches);
}

export const NARROW = '(max-width: 1023px)';
export const PHONE = '(max-width: 767px)';
