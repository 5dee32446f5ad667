import { useTranslation } from 'react-i18next';
import { instant } from '../../web/format.ts';
import { EmptyState } from '../../web/ui/index.ts';
import styles from './Pricing.module.css';
import type { Details } from './pricing-data.ts';

/** What became of a pricing, the latest first. */
export function Steps({ pricing }: { pricing: Details }) {
  const { t } = useTranslation();
  if (pricing.history.length === 0) return <EmptyState title={t('pricing.no_steps')} text={t('pricing.no_steps_text')} />;
  return (
    <ol className={styles.steps}>
      {pricing.history.map((step) => (
        <li key={step.id} className={styles.card}>
          <strong>{t(`pricing.step_${step.action}`, { name: step.user, number: step.number })}</strong>
          <span className={styles.quiet}>{instant(String(step.at))}</span>
          {step.reason && <p>{step.reason}</p>}
        </li>
      ))}
    </ol>
  );
}
