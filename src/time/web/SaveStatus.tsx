import { IconAlertCircle, IconCloudCheck, IconCloudOff, IconLoader2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { Button } from '../../web/ui/index.ts';
import styles from './Timesheet.module.css';
import { useStored } from './useWeek.ts';
import type { WeekModel } from './week-model.ts';
import { lineName } from './week.ts';

const MOST_NAMED = 5;

/** Whether everything is saved; if not, what is held back or refused, why, and a way to try again. */
export function SaveStatus({ model }: { model: WeekModel }) {
  const { t } = useTranslation();
  const { moving, offline, failed } = useStored(model.saving);
  const { lines, days, offer } = useStored(model.state);
  if (failed.length > 0) {
    return (
      <div className={styles.refused} role="alert">
        <IconAlertCircle size={18} aria-hidden="true" />
        <div>
          <strong>{t('time.cells_not_saved', { count: failed.length })}</strong>
          <ul>
            {failed.slice(0, MOST_NAMED).map(({ line, day, reason }) => {
              const known = lines.find(({ key }) => key === line);
              return (
                <li key={`${line} ${day}`}>
                  {[known && lineName(known), days[day] && format.day(days[day].day, 'short')].filter(Boolean).join(', ')}:{' '}
                  {reason}
                </li>
              );
            })}
          </ul>
        </div>
        {failed.some(({ state }) => state === 'failed') && (
          <Button size="sm" onClick={() => model.saver.retry()}>
            {t('time.retry')}
          </Button>
        )}
        <Button
          size="sm"
          onClick={() => {
            for (const { line, day } of failed) model.revert(line, day);
          }}
        >
          {t('time.put_back')}
        </Button>
      </div>
    );
  }
  if (offline > 0) {
    return (
      <div className={styles.offline} role="status">
        <IconCloudOff size={18} aria-hidden="true" />
        <span>{t('time.offline', { count: offline })}</span>
        <Button size="sm" onClick={() => model.saver.retry()}>
          {t('time.retry_now')}
        </Button>
      </div>
    );
  }
  if (offer && moving === 0) return null;
  return (
    <span className={styles.saved} role="status" data-testid="saved" data-moving={moving > 0 || undefined}>
      {moving > 0 ? <IconLoader2 size={16} aria-hidden="true" /> : <IconCloudCheck size={16} aria-hidden="true" />}
      {moving > 0 ? t('time.saving') : t('time.saved')}
    </span>
  );
}

/** What an earlier visit typed and could not save: taken up or let go by the person who typed it. */
export function UnsavedOffer({ model }: { model: WeekModel }) {
  const { t } = useTranslation();
  const { offer, lines, days } = useStored(model.state);
  if (!offer) return null;
  const known = [...lines, ...offer.lines];
  const when = format.instant(new Date(offer.at).toISOString());
  return (
    <div className={styles.offer} role="alert">
      <div>
        {t('time.offer', { count: offer.edits.length, when })}
        <ul>
          {offer.edits.slice(0, MOST_NAMED).map((edit) => {
            const line = known.find(({ key }) => key === edit.line);
            const day = days[edit.day];
            return (
              <li key={`${edit.line} ${edit.day}`}>
                {[line && lineName(line), day && format.day(day.day, 'short')].filter(Boolean).join(', ')}:{' '}
                {format.hours(edit.seconds)}
              </li>
            );
          })}
        </ul>
      </div>
      <Button
        size="sm"
        level="primary"
        onClick={() => model.decide(true, t('time.step_restored', { count: offer.edits.length }))}
      >
        {t('time.offer_take')}
      </Button>
      <Button size="sm" onClick={() => model.decide(false, '')}>
        {t('time.offer_drop')}
      </Button>
    </div>
  );
}
