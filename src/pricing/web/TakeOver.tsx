import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjectOptions } from '../../clients/web/public.tsx';
import * as format from '../../web/format.ts';
import {
  Button,
  type Column,
  DataTable,
  Drawer,
  ErrorPanel,
  Loaded,
  type Option,
  Select,
  Waiting,
  notify,
} from '../../web/ui/index.ts';
import styles from './Pricing.module.css';
import { type Budget, type Details, PRICINGS, call, useTaken } from './pricing-data.ts';

export interface TakeOverProps {
  pricing: Details;
  onClose: () => void;
}

/** How an agreed pricing becomes the budget of its project: what it was, what it will be, and the act. */
export function TakeOver({ pricing, onClose }: TakeOverProps) {
  const { t } = useTranslation();
  const taken = useTaken();
  const [chosen, setChosen] = useState<Option>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const query = useQuery({
    queryKey: [...PRICINGS, 'budget', pricing.id, chosen?.id],
    queryFn: ({ signal }) =>
      call(
        'GET /api/pricings/:id/budget',
        { params: { id: pricing.id }, query: chosen ? { project_id: chosen.id } : {} },
        { signal },
      ),
    gcTime: 0,
    retry: false,
  });
  const project = query.data?.project;
  const take = async ({ number }: Budget, version: number): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const body = { number, version, ...(chosen ? { project_id: chosen.id } : {}) };
      taken(await call('POST /api/pricings/:id/budget', { params: { id: pricing.id }, body }));
      notify.success(t('pricing.done_taken_over'));
      onClose();
    } catch (reason) {
      setError(reason);
      setBusy(false);
      // What it would change is another question by now.
      void query.refetch();
    }
  };
  const buttons = (
    <>
      <Button onClick={onClose}>{t('web.cancel')}</Button>
      <Button
        level="primary"
        busy={busy}
        disabled={!project || query.isError}
        onClick={() => query.data && project && void take(query.data, project.version)}
      >
        {t('pricing.take_over')}
      </Button>
    </>
  );
  return (
    <Drawer open onClose={onClose} title={t('pricing.take_over_title')} actions={buttons}>
      <div className={styles.stack}>
        <p className={styles.quiet}>{t('pricing.take_over_text')}</p>
        {!pricing.project_id && <ProjectChoice chosen={chosen} onChoose={setChosen} />}
        {error !== undefined && <ErrorPanel error={error} title={t('pricing.not_taken_over')} />}
        <Loaded query={query} skeleton={<Waiting rows={4} />} errorTitle={t('pricing.not_taken_over')}>
          {(budget) => <Change budget={budget} />}
        </Loaded>
      </div>
    </Drawer>
  );
}

/** Of a pricing that has no project yet: which one it is for. */
function ProjectChoice({ chosen, onChoose }: { chosen: Option | undefined; onChoose: (project: Option | undefined) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const options = useProjectOptions(useDeferredValue(typed), chosen ? [chosen.id] : []);
  return (
    <Select
      label={t('pricing.project')}
      options={options}
      value={chosen?.id}
      onChange={(id) => onChoose(options.find((option) => option.id === id))}
      onSearch={setTyped}
      placeholder={t('pricing.project_missing')}
    />
  );
}

interface Kind {
  id: string;
  name: string;
  before: string;
  after: string;
}

/** The budget as it is, and as it will be. */
function Change({ budget: { number, currency, minutes, fee, project } }: { budget: Budget }) {
  const { t } = useTranslation();
  const hours = (value: number | null): string =>
    value === null ? t('pricing.no_budget') : t('pricing.in_hours', { hours: format.hoursOfMinutes(value) });
  const money = (value: number | null): string => (value === null ? t('pricing.no_budget') : format.money(value, currency));
  const rows: Kind[] = [
    { id: 'hours', name: t('pricing.hours'), before: hours(project?.budget_minutes ?? null), after: hours(minutes) },
    { id: 'fee', name: t('pricing.fee'), before: money(project?.budget_fee ?? null), after: money(fee) },
  ];
  const columns: Column<Kind>[] = [
    { id: 'name', header: t('pricing.what'), cell: ({ name }) => name, fixed: true },
    ...(project ? [{ id: 'before', header: t('pricing.before'), cell: ({ before }: Kind) => before, card: true as const }] : []),
    { id: 'after', header: t('pricing.after'), cell: ({ after }) => <strong>{after}</strong>, card: true },
  ];
  const caption = project ? t('pricing.budget_of', { name: project.name }) : t('pricing.version_n', { number });
  return (
    <>
      <strong>{caption}</strong>
      <DataTable name="pricing_budget" caption={caption} columns={columns} rows={rows} rowKey={({ id }) => id} empty={null} />
    </>
  );
}
