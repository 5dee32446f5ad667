export { type Errors, type Form, type FormOptions, useForm, useLeaveGuard } from './form.ts';
export { At, Facts, FormBody, type FormBodyProps, formStyles } from './FormBody.tsx';
export { CheckField, type CheckFieldProps, NameField, type NameFieldProps } from './fields.tsx';
export { FormDrawer, type FormDrawerProps } from './FormDrawer.tsx';
export { RecordDrawer, type RecordDrawerProps } from './RecordDrawer.tsx';
export { RemoveRecord, type RemoveRecordProps } from './RemoveRecord.tsx';
export { SaveFoot } from './SaveFoot.tsx';
