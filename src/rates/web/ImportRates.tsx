import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GRADES } from '../../kit/grades.ts';
import { uploadTable } from '../../settings/web/public.tsx';
import { number } from '../../web/format.ts';
import { Button, type ImportField, type ImportRow, type Judged, PageTitle, TableImport } from '../../web/ui/index.ts';
import { RATE_COLUMNS, type RateColumn } from '../rules.ts';
import { Differences } from './Differences.tsx';
import styles from './Rates.module.css';
import { type Difference, call, useCountries, useDetails, useRatesChanged } from './rates-data.ts';

/** The headings of the screen for the columns of the table. */
const HEADERS: Readonly<Record<RateColumn, string>> = {
  service_line: 'rates.service_line',
  role: 'rates.role',
  grade: 'rates.grade',
  country: 'rates.country',
  currency: 'rates.currency',
  standard_rate: 'rates.standard_rate',
  charge_rate: 'rates.charge_rate',
  cost_rate: 'rates.cost_rate',
  nfi_rate: 'rates.nfi_rate',
  valid_from: 'rates.valid_from',
};

/** Rates from a table: template, file, every fault at its cell, what differs from what holds, then all of them at once. */
export function ImportRates({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const changed = useRatesChanged();
  const countries = useCountries();
  const lines = useDetails().data?.service_lines ?? [];
  const [differences, setDifferences] = useState<readonly Difference[]>([]);
  const options: Partial<Record<RateColumn, ImportField['options']>> = {
    service_line: lines.filter(({ is_active }) => is_active).map(({ name }) => ({ id: name, name })),
    grade: GRADES.map((grade) => ({ id: grade, name: grade })),
    country: countries.map(({ name }) => ({ id: name, name })),
  };
  const fields = RATE_COLUMNS.map((id): ImportField => {
    const choices = options[id];
    return { id, header: t(HEADERS[id]), ...(choices ? { options: choices } : {}) };
  });
  const judge = async (body: { filename: string } | { data: ImportRow[] }): Promise<Judged> => {
    const answer = await call('POST /api/pricing_admin/nfi_import', { body });
    setDifferences(answer.differences);
    return answer;
  };
  const apply = async (rows: readonly ImportRow[]): Promise<{ created: number; unchanged: number }> => {
    const answer = await call('POST /api/pricing_admin/nfi_submit', { body: { data: [...rows] } });
    setDifferences([]);
    void changed();
    return { created: answer.created + answer.changed, unchanged: answer.unchanged };
  };
  const counted = (count: number) => ({ count, shown: number(count) });
  return (
    <>
      <PageTitle
        title={t('rates.financial_variables')}
        summary={t('rates.import')}
        actions={
          <Button icon={<IconArrowLeft size={16} aria-hidden="true" />} onClick={onClose}>
            {t('rates.back')}
          </Button>
        }
      />
      <TableImport
        name="rate_import"
        fields={fields}
        template={() => call.download('GET /api/pricing_admin/nfi_template', 'rates.xlsx', {})}
        read={async (file) => judge({ filename: await uploadTable(file) })}
        check={(rows) => judge({ data: [...rows] })}
        apply={apply}
        words={{
          action: (count) => t('rates.submit_count', counted(count)),
          question: { title: (count) => t('rates.submit_question', counted(count)), text: t('rates.submit_text') },
          done: (created, unchanged) =>
            [t('rates.submitted', counted(created)), ...(unchanged > 0 ? [t('rates.submit_same', counted(unchanged))] : [])].join(
              ' ',
            ),
        }}
      />
      {differences.length > 0 && (
        <section className={styles.after} aria-label={t('rates.differences')}>
          <h2>{t('rates.differences')}</h2>
          <Differences differences={differences} />
        </section>
      )}
    </>
  );
}
