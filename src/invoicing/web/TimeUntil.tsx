import { useTranslation } from 'react-i18next';
import { At } from '../../web/form/index.ts';
import { DateField, Select } from '../../web/ui/index.ts';
import { GROUPS, type Group } from '../rules.ts';

export interface TimeUntilProps {
  until: string;
  group: Group;
  /** What of the two changes. */
  onChange: (change: { until: string } | { group_by: Group | null }) => void;
  error: string | undefined;
}

/** Up to which day unbilled time is taken, and how it is put together: the fields `until` and `group_by` of a form. */
export function TimeUntil({ until, group, onChange, error }: TimeUntilProps) {
  const { t } = useTranslation();
  return (
    <>
      <At field="until">
        <DateField
          label={t('invoicing.until')}
          value={until}
          onChange={(day) => day && onChange({ until: day })}
          clearable={false}
          error={error}
        />
      </At>
      <At field="group_by">
        <Select
          label={t('invoicing.group_by')}
          options={GROUPS.map((id) => ({ id, name: t(`invoicing.group_${id}`) }))}
          value={group}
          onChange={(id) => onChange({ group_by: GROUPS.find((each) => each === id) ?? null })}
          clearable={false}
          searchable={false}
        />
      </At>
    </>
  );
}
