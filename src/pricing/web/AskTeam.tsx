import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import {
  Button,
  type Column,
  DataTable,
  Drawer,
  ErrorPanel,
  Link,
  Loaded,
  type Period,
  PeriodField,
  Waiting,
  notify,
} from '../../web/ui/index.ts';
import type { PricingTeam } from '../contract.ts';
import styles from './Pricing.module.css';
import { type Details, PRICINGS, call } from './pricing-data.ts';

type Place = PricingTeam['places'][number] & { id: string };

/** Whom an agreed pricing asks for: looked at first, made demands and bookings in one act, and taken back the same way. */
export default function AskTeam({ pricing: { id }, onClose }: { pricing: Details; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [period, setPeriod] = useState<Period>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const query = useQuery({
    queryKey: [...PRICINGS, 'team', id, period],
    queryFn: ({ signal }) => call('GET /api/pricings/:id/team', { params: { id }, query: { ...period } }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    const done = await work().then(
      () => true,
      (reason: unknown) => {
        setError(reason);
        return false;
      },
    );
    setBusy(false);
    void client.invalidateQueries({ queryKey: PRICINGS });
    return done;
  };
  const undo = (): Promise<boolean> => run(() => call('POST /api/pricings/:id/team/undo', { params: { id } }));
  const ask = async ({ number }: PricingTeam): Promise<void> => {
    if (!(await run(() => call('POST /api/pricings/:id/team', { params: { id }, body: { number, ...period } })))) return;
    notify.undo(t('pricing.done_team'), async () => {
      const back = await call('POST /api/pricings/:id/team/undo', { params: { id } }).catch((reason: unknown) => reason);
      if (back instanceof Error) notify.error(back.message);
      void client.invalidateQueries({ queryKey: PRICINGS });
    });
    onClose();
  };
  const team = query.data;
  const buttons = (
    <>
      <Button onClick={onClose}>{t('web.cancel')}</Button>
      {team?.asked ? (
        <Button level="danger" busy={busy} onClick={() => void undo()}>
          {t('pricing.team_undo')}
        </Button>
      ) : (
        <Button
          level="primary"
          busy={busy}
          disabled={!team?.project || team.places.length === 0}
          onClick={() => team && void ask(team)}
        >
          {t('pricing.team_ask')}
        </Button>
      )}
    </>
  );
  return (
    <Drawer open onClose={onClose} title={t('pricing.team_title')} actions={buttons}>
      <div className={styles.stack}>
        <p className={styles.quiet}>{t('pricing.team_text')}</p>
        {error !== undefined && <ErrorPanel error={error} title={t('pricing.team_not')} />}
        <Loaded query={query} skeleton={<Waiting rows={4} />} errorTitle={t('pricing.team_not')}>
          {(found) => <Team team={found} period={period} onPeriod={setPeriod} />}
        </Loaded>
      </div>
    </Drawer>
  );
}

interface TeamProps {
  team: PricingTeam;
  period: Period | undefined;
  onPeriod: (period: Period | undefined) => void;
}

function Team({ team, period, onPeriod }: TeamProps) {
  const { t } = useTranslation();
  const { project, asked, places, needs_period: needsPeriod, from, to } = team;
  if (!project) return <p>{t('pricing.team_no_project')}</p>;
  const columns: Column<Place>[] = [
    {
      id: 'who',
      header: t('pricing.team_who'),
      cell: ({ user, role, grade, people }) => user ?? `${people > 1 ? `${format.number(people)} × ` : ''}${grade} · ${role}`,
      fixed: true,
    },
    { id: 'days', header: t('pricing.team_days'), cell: (row) => format.dayRange(row.first_day, row.last_day), card: true },
    {
      id: 'hours',
      header: t('pricing.team_hours'),
      cell: ({ minutes_per_day: minutes }) => format.hoursOfMinutes(minutes),
      align: 'right',
      card: true,
    },
    {
      id: 'as',
      header: t('pricing.team_as'),
      cell: ({ user }) => t(user ? 'pricing.team_booking' : 'pricing.team_demand'),
      card: true,
    },
  ];
  return (
    <div className={styles.stack}>
      {asked && (
        <p role="status">
          {t('pricing.team_asked', {
            name: asked.user,
            day: format.instant(String(asked.at)),
            demands: format.number(asked.demands),
            bookings: format.number(asked.bookings),
          })}{' '}
          <Link to="/planning/planning_page" search={{ projects: project.id }}>
            {t('pricing.team_board')}
          </Link>
        </p>
      )}
      {needsPeriod && !asked && (
        <PeriodField
          label={t('pricing.team_period')}
          value={period ?? (from && to ? { from, to } : undefined)}
          onChange={(next) => onPeriod(next ?? undefined)}
        />
      )}
      {places.length === 0 ? (
        <p>{t(needsPeriod ? 'pricing.team_needs_period' : 'pricing.team_none')}</p>
      ) : (
        <DataTable
          name="pricing_team"
          caption={t('pricing.team_of', { name: project.name })}
          columns={columns}
          rows={places.map((place, index) => ({ ...place, id: String(index) }))}
          rowKey={({ id }) => id}
          empty={null}
        />
      )}
    </div>
  );
}
