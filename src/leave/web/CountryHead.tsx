import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import { Button, Select, notify, useReason } from '../../web/ui/index.ts';
import styles from './Countries.module.css';
import { type Country, useCountries, useRulesChanged } from './countries-data.ts';
import { call } from './leave-data.ts';

/** A country by its name: whose default it is, and when its leave year begins. */
export function CountryHead({ country }: { country: Country }) {
  const { t } = useTranslation();
  const may = useMayCall();
  const canEdit = usePageFlag('can_edit', 'countries_settings');
  return (
    <header className={styles.head}>
      <h2>{country.name}</h2>
      <div className={styles.notes}>
        {country.is_default && (
          <p className={styles.note}>
            <IconLock size={16} aria-hidden="true" />
            {t('leave.firm_default')}
          </p>
        )}
        <RulesDefault country={country} editable={canEdit && may('pto.change_default')} />
      </div>
      <YearMonth country={country} editable={canEdit && may('pto.update')} />
    </header>
  );
}

interface PartProps {
  country: Country;
  editable: boolean;
}

/** The country whose rules hold where another has none; the change can be taken back. */
function RulesDefault({ country, editable }: PartProps) {
  const { t } = useTranslation();
  const reason = useReason();
  const changed = useRulesChanged();
  const countries = useCountries().data;
  const before = countries?.find((each) => each.is_pto_default);
  if (country.is_pto_default) return <p className={styles.note}>{t('leave.rules_default')}</p>;
  if (!editable) return null;
  const make = async (code: string): Promise<void> => {
    await call('POST /api/pto/change_default', { body: { country: code } });
    await changed();
  };
  const change = async (): Promise<void> => {
    try {
      await make(country.code);
      const done = t('leave.rules_default_changed', { name: country.name });
      if (before) notify.undo(done, () => make(before.code));
      else notify.success(done);
    } catch (error) {
      notify.error(reason(error));
    }
  };
  return (
    <Button size="sm" onClick={() => void change()}>
      {t('leave.make_rules_default')}
    </Button>
  );
}

function YearMonth({ country, editable }: PartProps) {
  const { t } = useTranslation();
  const reason = useReason();
  const changed = useRulesChanged();
  const [refused, setRefused] = useState<string>();
  const months = Array.from({ length: 12 }, (_, index) => ({
    id: String(index + 1),
    name: format.day(`2026-${String(index + 1).padStart(2, '0')}-01`, 'month').replace(/\s*(de )?2026$/, ''),
  }));
  const save = async (id: string | undefined): Promise<void> => {
    if (id === undefined || Number(id) === country.year_month) return;
    setRefused(undefined);
    try {
      await call('PUT /api/leave_years', { body: { country: country.code, year_month: Number(id) } });
      notify.success(t('leave.saved'));
    } catch (error) {
      setRefused(reason(error));
    }
    await changed();
  };
  return (
    <div className={styles.month}>
      <Select
        label={t('leave.year_month')}
        options={months}
        value={String(country.year_month)}
        onChange={(id) => void save(id)}
        clearable={false}
        searchable={false}
        disabled={!editable}
        error={refused}
      />
    </div>
  );
}
