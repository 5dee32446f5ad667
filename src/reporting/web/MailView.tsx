import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { weekdayNames } from '../../web/format.ts';
import { Button, Modal, Select } from '../../web/ui/index.ts';
import type { ReportView, Schedule } from '../contract.ts';
import styles from './Report.module.css';
import type { useViewActs } from './views-data.ts';

export interface MailViewProps {
  view: ReportView | undefined;
  acts: ReturnType<typeof useViewActs>;
  onClose: () => void;
}

/** How a view comes to the reader by mail. */
export function MailView({ view, acts, onClose }: MailViewProps) {
  const { t } = useTranslation();
  return (
    <Modal open={view !== undefined} onClose={onClose} title={t('reporting.mail_view', { name: view?.name ?? '' })}>
      {view && <MailForm key={view.id} view={view} acts={acts} onDone={onClose} />}
    </Modal>
  );
}

const USUAL: Schedule = { rhythm: 'week', day: 1, hour: 8, format: 'xlsx' };
const hours = Array.from({ length: 24 }, (_, hour) => ({ id: String(hour), name: `${String(hour).padStart(2, '0')}:00` }));
const monthDays = Array.from({ length: 28 }, (_, day) => ({ id: String(day + 1), name: String(day + 1) }));

function MailForm({ view, acts, onDone }: { view: ReportView; acts: MailViewProps['acts']; onDone: () => void }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<Schedule>(view.schedule ?? USUAL);
  const { rhythm, day, hour, format } = draft;
  const weekdays = weekdayNames('long').map((name, index) => ({ id: String(index + 1), name }));
  const finish = async (act: Promise<boolean>): Promise<void> => {
    if (await act) onDone();
  };
  return (
    <div className={styles.mail}>
      <p className={styles.note}>{t('reporting.mail_about')}</p>
      <Select
        label={t('reporting.mail_rhythm')}
        options={[
          { id: 'week', name: t('reporting.mail_week') },
          { id: 'month', name: t('reporting.mail_month') },
        ]}
        value={rhythm}
        onChange={(next) => setDraft({ ...draft, rhythm: next === 'month' ? 'month' : 'week', day: 1 })}
        clearable={false}
        searchable={false}
      />
      <Select
        label={t(rhythm === 'week' ? 'reporting.mail_weekday' : 'reporting.mail_month_day')}
        options={rhythm === 'week' ? weekdays : monthDays}
        value={String(day)}
        onChange={(next) => setDraft({ ...draft, day: Number(next ?? 1) })}
        clearable={false}
        searchable={false}
      />
      <Select
        label={t('reporting.mail_hour')}
        options={hours}
        value={String(hour)}
        onChange={(next) => setDraft({ ...draft, hour: Number(next ?? 8) })}
        clearable={false}
        searchable={false}
      />
      <Select
        label={t('reporting.mail_format')}
        options={[
          { id: 'xlsx', name: t('reporting.mail_xlsx') },
          { id: 'pdf', name: t('reporting.mail_pdf') },
        ]}
        value={format}
        onChange={(next) => setDraft({ ...draft, format: next === 'pdf' ? 'pdf' : 'xlsx' })}
        clearable={false}
        searchable={false}
      />
      <div className={styles.mailActs}>
        {view.schedule && <Button onClick={() => void finish(acts.stop(view))}>{t('reporting.mail_stop')}</Button>}
        <Button level="primary" onClick={() => void finish(acts.send(view, draft))}>
          {t('reporting.mail_start')}
        </Button>
      </div>
    </div>
  );
}
