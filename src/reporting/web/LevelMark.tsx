import { useTranslation } from 'react-i18next';
import styles from './Home.module.css';

/** How firm a booking is, in a word; a confirmed one needs none. */
export function LevelMark({ level }: { level: 'soft' | 'requested' | 'hard' }) {
  const { t } = useTranslation();
  if (level === 'hard') return null;
  return (
    <span className={styles.level} data-level={level}>
      {t(`reporting.level_${level}`)}
    </span>
  );
}
