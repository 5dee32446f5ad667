import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { GRADES } from '../../kit/grades.ts';
import { uploadTable } from '../../settings/web/public.tsx';
import { number } from '../../web/format.ts';
import { Button, type ImportField, type ImportRow, type Judged, TableImport } from '../../web/ui/index.ts';
import { POLICY_COLUMNS, type PolicyColumn } from '../rules.ts';
import styles from './Countries.module.css';
import { useRulesChanged } from './countries-data.ts';
import { call, useLeaveTypes } from './leave-data.ts';

/** The headings of the screen for the columns of the table. */
const HEADERS: Readonly<Record<PolicyColumn, string>> = {
  country: 'leave.country',
  type: 'leave.type',
  layer: 'leave.layer',
  grade: 'leave.grade',
  seniority_years: 'leave.seniority',
  days: 'leave.days_a_year',
  manner: 'leave.manner',
  pro_rata: 'leave.pro_rata',
  rounding: 'leave.rounding',
  carry_days: 'leave.carry_days',
  carry_months: 'leave.carry_months',
  negative_days: 'leave.negative',
  valid_from: 'leave.valid_from',
};

/** Rules from a table, of any country: template, file, every row with every fault, then all of them at once. */
export function ImportPolicies({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const types = useLeaveTypes();
  const changed = useRulesChanged();
  const options: Partial<Record<PolicyColumn, ImportField['options']>> = {
    type: types.map(({ name }) => ({ id: name, name })),
    grade: GRADES.map((grade) => ({ id: grade, name: grade })),
  };
  const fields = POLICY_COLUMNS.map((id): ImportField => {
    const choices = options[id];
    return { id, header: t(HEADERS[id]), ...(choices ? { options: choices } : {}) };
  });
  const judge = async (body: { filename: string } | { data: ImportRow[] }): Promise<Judged> => ({
    ...(await call('POST /api/pto/validate_table', { body })),
    known: [],
  });
  const read = async (file: File): Promise<Judged> => judge({ filename: await uploadTable(file) });
  const apply = async (rows: readonly ImportRow[]): Promise<{ created: number; unchanged: number }> => {
    const { created, changed: renewed, unchanged } = await call('POST /api/pto/import', { body: { data: [...rows] } });
    void changed();
    return { created: created + renewed, unchanged };
  };
  const counted = (count: number) => ({ count, shown: number(count) });
  return (
    <>
      <div className={styles.head}>
        <Button icon={<IconArrowLeft size={16} aria-hidden="true" />} onClick={onClose}>
          {t('leave.back_to_rules')}
        </Button>
      </div>
      <TableImport
        name="policy_import"
        fields={fields}
        template={() => call.download('GET /api/pto/template', 'paid_time_off.xlsx', { query: {} })}
        read={read}
        check={(rows) => judge({ data: [...rows] })}
        apply={apply}
        words={{
          action: (count) => t('leave.import_count', counted(count)),
          question: { title: (count) => t('leave.import_question', counted(count)), text: t('leave.import_text') },
          done: (created, unchanged) =>
            [t('leave.imported', counted(created)), ...(unchanged > 0 ? [t('leave.import_same', counted(unchanged))] : [])].join(
              ' ',
            ),
        }}
      />
    </>
  );
}
