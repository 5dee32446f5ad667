import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';

export interface FieldProps {
  label: string;
  /** The label is read out but not drawn: where the place says it all. */
  hideLabel?: boolean | undefined;
  description?: string | undefined;
  error?: string | undefined;
  required?: boolean | undefined;
}

/** Ids that tie a control to its label and to what is said about it. */
export interface FieldIds {
  id: string;
  labelId: string;
  describedBy: string | undefined;
}

export function Field({
  label,
  hideLabel,
  description,
  error,
  required,
  children,
}: FieldProps & { children: (ids: FieldIds) => ReactNode }) {
  const id = useId();
  const parts = [description ? `${id}-about` : '', error ? `${id}-error` : ''].filter(Boolean);
  const ids = { id, labelId: `${id}-label`, describedBy: parts.length > 0 ? parts.join(' ') : undefined };
  return (
    <div className={styles.field}>
      <label htmlFor={id} id={ids.labelId} className={hideLabel ? styles.hidden : styles.label}>
        {label}
        {required && (
          <span className={styles.required} aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {children(ids)}
      {description && (
        <span id={`${id}-about`} className={styles.hint}>
          {description}
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className={styles.error}>
          <IconAlertCircle size={14} aria-hidden="true" />
          {error}
        </span>
      )}
    </div>
  );
}

export { styles as fieldStyles };
