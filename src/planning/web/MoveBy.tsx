import { useTranslation } from 'react-i18next';
import { NumberField, Select } from '../../web/ui/index.ts';

/** So many days or weeks, below zero earlier ones. */
export interface By {
  amount: number;
  unit: 1 | 7;
}

export const daysOf = ({ amount, unit }: By): number => amount * unit;

const MOST = 520;

/** By how much something moves. */
export function MoveBy({ value, onChange }: { value: By; onChange: (by: By) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <NumberField
        label={t('planning.move_by')}
        description={t('planning.move_by_help')}
        value={value.amount}
        min={-MOST}
        max={MOST}
        autoFocus
        onChange={(amount) => onChange({ ...value, amount: amount ?? 0 })}
      />
      <Select
        label={t('planning.move_unit')}
        options={[
          { id: '7', name: t('planning.weeks') },
          { id: '1', name: t('planning.days') },
        ]}
        value={String(value.unit)}
        onChange={(unit) => onChange({ ...value, unit: unit === '1' ? 1 : 7 })}
        clearable={false}
        searchable={false}
      />
    </>
  );
}
