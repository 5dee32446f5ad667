export { Closed } from './Closed.tsx';
export { At, FormBody, FormButtons, Facts, formStyles } from './FormBody.tsx';
export { type Errors, type Form, useForm, useLeaveGuard } from './form.ts';
