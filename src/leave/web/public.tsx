import { type ComponentType, Suspense, lazy } from 'react';
import type { Day } from '../../kit/day.ts';
import { Waiting } from '../../web/ui/index.ts';

/** What leave would meet: shown before it is asked for, and to who decides. */
export interface LeaveMeetsProps {
  from: Day;
  to: Day;
  /** Whose leave; left out: one's own. */
  userId?: string | undefined;
}

let Filled: ComponentType<LeaveMeetsProps> | undefined;

/** The planning room says which bookings stand on the days of leave; it fills this once at start. */
export const fillLeaveMeets = (load: () => Promise<{ default: ComponentType<LeaveMeetsProps> }>): void => {
  Filled = lazy(load);
};

/** What fills the place, if anything does. */
export function LeaveMeets(props: LeaveMeetsProps) {
  return (
    Filled && (
      <Suspense fallback={<Waiting rows={2} />}>
        <Filled {...props} />
      </Suspense>
    )
  );
}
