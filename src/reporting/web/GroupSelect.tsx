import { useTranslation } from 'react-i18next';
import { Select } from '../../web/ui/index.ts';
import styles from './Report.module.css';

export interface GroupSelectProps<T extends string> {
  options: readonly T[];
  value: T;
  onChange: (value: T) => void;
}

/** By what the rows of a report are told apart. */
export function GroupSelect<T extends string>({ options, value, onChange }: GroupSelectProps<T>) {
  const { t } = useTranslation();
  const named = options.map((id) => {
    const key: string = `reporting.group_${id}`;
    return { id, name: t(key) };
  });
  return (
    <div className={styles.choice}>
      <Select
        label={t('reporting.group_by')}
        color="white"
        clearable={false}
        value={value}
        options={named}
        onChange={(next) => onChange((next as T | undefined) ?? value)}
      />
    </div>
  );
}
