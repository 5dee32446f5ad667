import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { Link } from '../../web/ui/index.ts';
import styles from './Pricing.module.css';
import { PATH, PRICINGS, call } from './pricing-data.ts';

/** The pricing that the budget of a project came from, and whether it was changed since. */
export function BudgetOrigin({ projectId, mayOpen }: { projectId: string; mayOpen: boolean }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [...PRICINGS, 'list', 'budget', projectId],
    queryFn: ({ signal }) => call('GET /api/pricing/project_budget', { query: { project_id: projectId } }, { signal }),
  });
  const taken = data?.taken;
  if (!taken) return null;
  const { pricing, number, user, at, minutes, fee, currency, holds } = taken;
  const what = {
    hours: t('pricing.in_hours', { hours: format.hoursOfMinutes(minutes) }),
    fee: format.money(fee, currency),
  };
  return (
    <p className={styles.quiet}>
      {t('pricing.budget_from')}{' '}
      {mayOpen ? <Link to={`${PATH}/${taken.pricing_id}`}>{pricing}</Link> : <strong>{pricing}</strong>}
      {', '}
      {t('pricing.budget_taken', { number, user, day: format.instant(String(at)) })}
      {!holds && ` ${t('pricing.budget_changed', what)}`}
    </p>
  );
}
