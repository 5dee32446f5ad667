import { Checkbox } from '@mantine/core';
import { EXTRA } from '../ui/filter.ts';
import { TextInput } from '../ui/TextInput.tsx';
import { At, formStyles } from './FormBody.tsx';

export interface NameFieldProps {
  label: string;
  value: string;
  onChange: (name: string) => void;
  error?: string | undefined;
  disabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
  maxLength?: number;
  /** Where it stands in the draft. */
  field?: string;
}

/** The name of a thing, on a line of its own. */
export function NameField({ field = 'name', maxLength = 200, ...rest }: NameFieldProps) {
  return (
    <At field={field} wide>
      <TextInput {...rest} maxLength={maxLength} extra={EXTRA.name} required />
    </At>
  );
}

export interface CheckFieldProps {
  field: string;
  label: string;
  description: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
  disabled?: boolean | undefined;
}

/** Yes or no with what it means, on a line of its own. */
export function CheckField({ field, onChange, error, ...rest }: CheckFieldProps) {
  return (
    <At field={field} wide>
      <Checkbox
        {...rest}
        error={
          error && (
            <span role="alert" className={formStyles.refused}>
              {error}
            </span>
          )
        }
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </At>
  );
}
