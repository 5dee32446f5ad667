import { newStore } from '../store.ts';

/** Whether the list of short cuts is shown. */
export const shortCutsDialog = newStore<{ opened: boolean }>({ opened: false });
