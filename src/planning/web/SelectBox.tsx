import { useSyncExternalStore } from 'react';
import styles from './Forms.module.css';
import type { Selection } from './selection.ts';

/** The rectangle that is being drawn around bars. */
export function SelectBox({ selection }: { selection: Selection }) {
  const box = useSyncExternalStore(selection.subscribe, selection.box);
  return box ? <div className={styles.selectBox} style={{ ...box }} aria-hidden="true" /> : null;
}
