import { Suspense, lazy } from 'react';
import type { DataFieldInputsProps } from './DataFieldInputs.tsx';

const Inputs = lazy(() => import('./DataFieldInputs.tsx'));

/** The switches of one's own notifications, for the profile. */
export const NotificationSwitches = lazy(() => import('./NotificationSwitches.tsx'));

/** The firm's own fields of a record, in its form. The draft keeps their values as `custom`. */
export function DataFieldInputs(props: DataFieldInputsProps) {
  return (
    <Suspense fallback={null}>
      <Inputs {...props} />
    </Suspense>
  );
}

export { type Custom, useDataFields } from './fields-data.ts';
export { useCustomWords, useFieldColumns, useFieldFilters, useFieldImports } from './field-lists.ts';
export { uploadDocument, uploadTable } from './upload.ts';
