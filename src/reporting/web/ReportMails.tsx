import { useTranslation } from 'react-i18next';
import { weekdayNames } from '../../web/format.ts';
import { Button, Loaded, Waiting } from '../../web/ui/index.ts';
import styles from './Report.module.css';
import { useMails, useViewActs } from './views-data.ts';

/** Which reports come to oneself by mail, and how one stops them. */
export default function ReportMails() {
  const { t } = useTranslation();
  const query = useMails();
  const acts = useViewActs('kpi_reporting');
  const weekdays = weekdayNames('long');
  return (
    <Loaded query={query} skeleton={<Waiting rows={2} />}>
      {(mails) =>
        mails.length === 0 ? (
          <p className={styles.note}>{t('reporting.mails_none')}</p>
        ) : (
          <ul className={styles.viewList}>
            {mails.map(({ view_id: id, name, rhythm, day, hour, format }) => (
              <li key={id} className={styles.view}>
                <strong>{name}</strong>
                <span>
                  {t(`reporting.mail_says_${rhythm}`, {
                    day: rhythm === 'week' ? weekdays[day - 1] : day,
                    hour: `${String(hour).padStart(2, '0')}:00`,
                  })}
                  {` (${t(`reporting.mail_${format}`)})`}
                </span>
                <Button size="sm" aria-label={t('reporting.mail_stop_of', { name })} onClick={() => void acts.stop({ id, name })}>
                  {t('reporting.mail_stop')}
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
