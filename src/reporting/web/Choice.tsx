import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '../../web/ui/index.ts';
import styles from './Report.module.css';

export interface ChoiceProps<T extends string> {
  label: string;
  /** Names its texts: `group` of `team` is `reporting.group_team`. */
  name: string;
  options: readonly T[];
  value: T;
  onChange: (value: T) => void;
}

/** One of a few, all in view, with what it decides written beside it. */
export function Choice<T extends string>({ label, name, options, value, onChange }: ChoiceProps<T>) {
  const { t } = useTranslation();
  const id = useId();
  const data = options.map((option) => {
    const key: string = `reporting.${name}_${option}`;
    return { value: option, label: t(key) };
  });
  return (
    <div className={styles.choice}>
      <span id={id}>{label}</span>
      <SegmentedControl
        aria-labelledby={id}
        classNames={{ root: styles.segments, label: styles.segment }}
        transitionDuration={0}
        value={value}
        data={data}
        onChange={(next) => onChange(next as T)}
      />
    </div>
  );
}
