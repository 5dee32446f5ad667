import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { At } from '../../web/form/index.ts';
import { type FieldProps } from '../../web/ui/Field.tsx';
import { DateField, EXTRA, NumberField, Select, TextInput } from '../../web/ui/index.ts';
import { type Collection, type Custom, type DataField, useDataFields } from './fields-data.ts';
import styles from './DataFieldInputs.module.css';
import { usePeopleNames } from './people-names.ts';

export interface DataFieldInputsProps {
  collection: Collection;
  values: Custom;
  /** Gets all values, with a null for each that was emptied. */
  onChange: (values: Custom) => void;
  /** What was refused of them, in words. */
  error?: string | undefined;
  disabled?: boolean | undefined;
}

/** The firm's own fields of a record, in its form; nothing where there are none. The draft keeps them as `custom`. */
export default function DataFieldInputs({ collection, values, onChange, error, disabled }: DataFieldInputsProps) {
  const { t } = useTranslation();
  const fields = useDataFields(collection);
  if (fields.length === 0) return null;
  const told = (field: DataField): string | undefined => {
    const value = values[field.key];
    if (error === undefined) return undefined;
    if (error.startsWith(`${field.label}: `)) return error.slice(field.label.length + 2);
    return field.required && (value === undefined || value === null) ? t('settings.field_missing') : undefined;
  };
  return (
    <At field="custom" wide>
      <fieldset className={styles.fields} aria-label={t('settings.fields')}>
        {fields.map((field) => (
          <Input
            key={field.id}
            field={field}
            value={values[field.key]}
            onChange={(value) => onChange({ ...values, [field.key]: value ?? null })}
            error={told(field)}
            disabled={disabled}
          />
        ))}
      </fieldset>
    </At>
  );
}

interface InputProps {
  field: DataField;
  value: unknown;
  onChange: (value: unknown) => void;
  error: string | undefined;
  disabled: boolean | undefined;
}

const asOptions = (options: readonly string[]): { id: string; name: string }[] => options.map((name) => ({ id: name, name }));

function Input({ field, value, onChange, error, disabled }: InputProps) {
  const common = { label: field.label, required: field.required, error, ...(disabled === undefined ? {} : { disabled }) };
  switch (field.type) {
    case 'text':
      return (
        <TextInput
          {...common}
          value={String(value ?? '')}
          onChange={(text) => onChange(text === '' ? null : text)}
          extra={EXTRA.free}
          maxLength={2000}
        />
      );
    case 'number':
      return <NumberField {...common} value={typeof value === 'number' ? value : undefined} onChange={onChange} digits={6} />;
    case 'date':
      return <DateField {...common} value={typeof value === 'string' ? value : undefined} onChange={onChange} />;
    case 'boolean':
      return (
        <Checkbox
          className={styles.check}
          label={field.label}
          checked={value === true}
          error={error}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <Select
          {...common}
          options={asOptions(field.options)}
          value={typeof value === 'string' ? value : undefined}
          onChange={onChange}
        />
      );
    case 'multi_choice':
      return (
        <Select
          {...common}
          multiple
          limit={3}
          options={asOptions(field.options)}
          value={Array.isArray(value) ? (value as string[]) : []}
          onChange={(chosen) => onChange(chosen.length > 0 ? chosen : null)}
        />
      );
    case 'user':
      return <PersonInput {...common} value={typeof value === 'string' ? value : undefined} onChange={onChange} />;
  }
}

interface PersonInputProps extends FieldProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  disabled?: boolean;
}

function PersonInput({ value, onChange, ...common }: PersonInputProps) {
  const people = usePeopleNames(true);
  return <Select {...common} options={[...people].map(([id, name]) => ({ id, name }))} value={value} onChange={onChange} />;
}
