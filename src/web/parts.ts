import { type ComponentType, lazy } from 'react';

/** A part that a later room shows on an earlier room's screen. */
export interface Part<Props> {
  id: string;
  /** Text key of its heading. */
  title: string;
  /** Who sees it: an operation of the access table, or `administrator`; without it everybody who sees the screen. */
  access?: string;
  Content: ComponentType<Props>;
}

/** What fills a place: the code of a part is loaded when it is drawn. */
export interface Filling<Props> extends Omit<Part<Props>, 'Content'> {
  load: () => Promise<{ default: ComponentType<Props> }>;
}

/** A place of a screen: its room declares it, later rooms fill it once at the start in their own order. */
export function placeFor<Props>(): { fill: (filling: Filling<Props>) => void; parts: () => readonly Part<Props>[] } {
  const filled: Part<Props>[] = [];
  return {
    fill: ({ load, ...part }) => void filled.push({ ...part, Content: lazy(load) }),
    parts: () => filled,
  };
}
