import { useTranslation } from 'react-i18next';
import hidden from '../../web/ui/layout.module.css';
import styles from './SignIn.module.css';
import { type Wait, spokenWait } from './useWait.ts';

export interface RefusalProps {
  /** What is said when there is nothing to wait for. */
  words: string;
  wait: Wait;
}

/** Why nothing came of it, and for how long one must wait: the seconds are counted for the eye, and said to the ear once. */
export function Refusal({ words, wait: { left, asked } }: RefusalProps) {
  const { t } = useTranslation();
  return (
    <p className={styles.refused} role="alert" data-testid="login-refused">
      {asked === 0 ? (
        words
      ) : left === 0 ? (
        t('access.wait_over')
      ) : (
        <>
          <span className={hidden.hidden}>{t('access.wait', { time: spokenWait(asked) })}</span>
          <span aria-hidden="true">{t('access.wait', { time: spokenWait(left) })}</span>
        </>
      )}
    </p>
  );
}
