import { newStore } from '../store.ts';

/** Whether the palette is shown, and with what in its box. */
export const paletteState = newStore<{ opened: boolean; typed: string }>({ opened: false, typed: '' });

export const openPalette = (typed = ''): void => paletteState.set({ opened: true, typed });
export const closePalette = (): void => paletteState.set({ opened: false, typed: '' });
