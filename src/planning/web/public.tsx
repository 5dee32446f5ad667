import { Suspense, lazy } from 'react';
import type { ListWrites } from './use-list-writes.tsx';

export { usePhases } from './draft.ts';
export { PhaseSelect } from './PhaseSelect.tsx';
export { RollProject } from './RollProject.tsx';
export { Unsent } from './Unsent.tsx';
export { ShiftProject } from './ShiftProject.tsx';
export { type ListWrites, useListWrites } from './use-list-writes.tsx';

const SelectionBar = lazy(() => import('./SelectionBar.tsx'));

/** What can be done with the bookings that are selected on a list, at its foot. */
export const ListSelection = ({ store, selection, bulk }: Pick<ListWrites, 'store' | 'selection' | 'bulk'>) => (
  <Suspense fallback={null}>
    <SelectionBar {...{ store, selection, bulk }} />
  </Suspense>
);
