import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Calls a handler after React has taken over what was just changed, so that "Enter saves" saves what was typed last.
 * The handler called is the newest one.
 */
export function useAfter(handler: (() => void) | undefined): () => void {
  const newest = useRef(handler);
  // With the drawing itself, and not some time after it: on a busy page a key may come in between.
  useLayoutEffect(() => {
    newest.current = handler;
  });
  return useCallback(() => {
    setTimeout(() => newest.current?.(), 0);
  }, []);
}
