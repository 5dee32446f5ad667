import { useCallback, useEffect, useRef } from 'react';

/**
 * Calls a handler after React has taken over what was just changed, so that "Enter saves" saves what was typed last.
 * The handler called is the newest one.
 */
export function useAfter(handler: (() => void) | undefined): () => void {
  const newest = useRef(handler);
  useEffect(() => {
    newest.current = handler;
  });
  return useCallback(() => {
    setTimeout(() => newest.current?.(), 0);
  }, []);
}
