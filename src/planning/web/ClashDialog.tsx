import { useTranslation } from 'react-i18next';
import { dayRange } from '../../web/format.ts';
import { Button, Modal } from '../../web/ui/index.ts';
import type { BookingRow } from '../contract.ts';
import type { Clash } from './board-writes.ts';
import styles from './Forms.module.css';
import { hoursShort, levelName } from './row-text.ts';

export interface Asked extends Clash {
  answer: (choice: 'mine' | 'theirs') => void;
}

/** Somebody else was first: shows how the booking stands and asks whose change stays. */
export function ClashDialog({ asked }: { asked: Asked | undefined }) {
  const { t } = useTranslation();
  const { theirs, mine, answer } = asked ?? {};
  return (
    <Modal
      open={asked !== undefined}
      onClose={() => answer?.('theirs')}
      title={theirs ? t('planning.clash') : t('planning.clash_gone')}
      centered
      closeLabel={t('planning.take_theirs')}
    >
      <div className={styles.form}>
        {theirs ? (
          <>
            <p>{t('planning.clash_text')}</p>
            <dl className={styles.compare}>
              <dt>{t('planning.theirs')}</dt>
              <dd>{inWords(theirs)}</dd>
              <dt>{t('planning.mine')}</dt>
              <dd>{mine ? inWords({ ...theirs, ...mine }) : t('planning.removed')}</dd>
            </dl>
            <div className={styles.foot}>
              <Button onClick={() => answer?.('theirs')}>{t('planning.take_theirs')}</Button>
              <Button level="primary" onClick={() => answer?.('mine')}>
                {t('planning.keep_mine')}
              </Button>
            </div>
          </>
        ) : (
          <>
            <p>{t('planning.clash_gone_text')}</p>
            <div className={styles.foot}>
              <Button level="primary" onClick={() => answer?.('theirs')}>
                {t('planning.understood')}
              </Button>
            </div>
          </>
        )}
      </div>
    </Modal>
  );
}

const inWords = (row: Pick<BookingRow, 'first_day' | 'last_day' | 'minutes_per_day' | 'level' | 'note'>): string =>
  [dayRange(row.first_day, row.last_day), hoursShort(row.minutes_per_day), levelName(row.level), row.note]
    .filter(Boolean)
    .join(' · ');
