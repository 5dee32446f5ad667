import { useTranslation } from 'react-i18next';
import type { DayMark } from './calendar.ts';
import { useLeaveWords } from './words.ts';

/** A day of the calendar as it is said, and as the sign that stands in its cell. */
export function useMarkWords() {
  const { t } = useTranslation();
  const { part } = useLeaveWords();
  const absent = t('leave.absent');
  const said = ({ kind, absence }: DayMark): string => {
    if (!absence) return t(`leave.mark_${kind}`);
    const pending = absence.status === 'pending' ? t('leave.status_pending') : '';
    return [absence.type ?? absent, part(absence), pending].filter(Boolean).join(', ');
  };
  const letter = ({ kind, absence }: DayMark, letters: ReadonlyMap<string, string>): string => {
    if (kind === 'holiday') return '★';
    if (kind === 'half_holiday') return '½';
    if (!absence) return '';
    const known = absence.type_id === null ? undefined : letters.get(absence.type_id);
    const sign = known ?? [...absent][0]?.toUpperCase() ?? '';
    return absence.status === 'pending' ? `${sign}?` : sign;
  };
  return { said, letter };
}
