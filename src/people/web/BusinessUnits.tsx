import { IconChevronDown, IconChevronRight, IconPlus, IconPlaylistAdd, IconStack2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress, word } from '../../web/address.ts';
import { useMayCall, usePageFlag, useSession } from '../../web/session.ts';
import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  Loaded,
  PageTitle,
  Waiting,
  useKeys,
  besideOf,
} from '../../web/ui/index.ts';
import styles from './BusinessUnits.module.css';
import { FirmLevels } from './LevelsEditor.tsx';
import { NewTeams } from './NewTeams.tsx';
import { type Team, useCountryOptions, useTeams } from './people-data.ts';
import { TeamDrawer } from './TeamDrawer.tsx';
import { type Branch, branches, holds, matchingTeams } from './team-tree.ts';

const codecs = { q: word(), country: word(), id: word() };
const SEVERAL = 'several';
const LEVELS = 'levels';

/** The firm's teams as a tree, with lead, country and people. */
export default function BusinessUnits() {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(codecs);
  const may = useMayCall();
  const canEdit = usePageFlag('can_edit', 'business_units');
  const { source, query } = useTeams();
  const countries = useCountryOptions();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const open = (id: string): void => setValues({ id });
  const mayAdd = canEdit && may('teams.add');
  const mayLevels = canEdit && may('teams.edit') && may('teams.booking_levels');
  const maySeveral = canEdit && may('teams.create_empty_teams');
  useKeys(mayAdd ? [{ keys: 'n', label: 'people.add_team', run: () => open('new') }] : []);

  const all = query.data ?? [];
  const narrowed = values.q.trim() !== '' || values.country !== '';
  const found = narrowed
    ? matchingTeams(all, (team) => holds(team, values.q) && (values.country === '' || team.country === values.country))
    : { teams: all, hits: all.length };
  const rows = branches(found.teams, narrowed ? undefined : closed);
  const toggle = (id: string): void => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  const columns = useColumns(source !== 'colleagues', toggle, open);
  const chosen = all.find((team) => team.id === values.id);
  const beside = besideOf(
    rows,
    ({ team }) => team.id === values.id,
    (row) => setValues({ id: row.team.id }, { replace: true }),
  );
  const close = (): void => setValues({ id: '' });
  const empty = narrowed ? (
    <EmptyState
      title={t('people.no_team_matches')}
      action={{ label: t('web.clear_filters'), onClick: () => setValues({ q: '', country: '' }) }}
    />
  ) : (
    <EmptyState
      title={t('people.no_teams')}
      text={t('people.no_teams_text')}
      action={mayAdd ? { label: t('people.add_team'), onClick: () => open('new') } : undefined}
    />
  );

  return (
    <>
      <PageTitle
        title={t('people.business_units')}
        actions={
          <>
            {mayLevels && (
              <Button icon={<IconStack2 size={16} aria-hidden="true" />} onClick={() => open(LEVELS)}>
                {t('people.levels')}
              </Button>
            )}
            {maySeveral && (
              <Button icon={<IconPlaylistAdd size={16} aria-hidden="true" />} onClick={() => open(SEVERAL)}>
                {t('people.add_several')}
              </Button>
            )}
            {mayAdd && (
              <Button level="primary" icon={<IconPlus size={16} aria-hidden="true" />} onClick={() => open('new')}>
                {t('people.add_team')}
              </Button>
            )}
          </>
        }
      />
      <FilterBar
        screen="business_units"
        search="q"
        codecs={codecs}
        values={values}
        onChange={setValues}
        count={query.data && found.hits}
        filters={source === 'colleagues' ? [] : [{ kind: 'one', id: 'country', label: t('people.country'), options: countries }]}
      />
      <Loaded query={query} skeleton={<Waiting rows={10} />}>
        {() => (
          <DataTable
            name="teams"
            caption={t('people.business_units')}
            columns={columns}
            rows={rows}
            rowKey={({ team }) => team.id}
            empty={empty}
          />
        )}
      </Loaded>
      <TeamDrawer
        id={[SEVERAL, LEVELS].includes(values.id) ? '' : values.id}
        team={chosen}
        teams={all}
        query={query}
        canEdit={canEdit}
        onClose={close}
        onNext={beside(1)}
        onPrevious={beside(-1)}
      />
      {mayLevels && <FirmLevels open={values.id === LEVELS} onClose={close} />}
      {maySeveral && <NewTeams open={values.id === SEVERAL} teams={all} onClose={close} />}
    </>
  );
}

function useColumns(known: boolean, toggle: (id: string) => void, open: (id: string) => void): Column<Branch<Team>>[] {
  const { t } = useTranslation();
  const countries = useSession(({ firm }) => firm?.countries);
  return [
    {
      id: 'name',
      header: t('people.team'),
      fixed: true,
      width: 260,
      cell: ({ team, depth, below, open: opened }) => (
        <span className={styles.name} data-depth={Math.min(depth, 6)}>
          {below > 0 ? (
            <button
              type="button"
              className={styles.toggle}
              aria-label={t('people.teams_below', { name: team.name })}
              aria-expanded={opened}
              onClick={() => toggle(team.id)}
            >
              {opened ? <IconChevronDown size={16} aria-hidden="true" /> : <IconChevronRight size={16} aria-hidden="true" />}
            </button>
          ) : (
            known && <span className={styles.leaf} />
          )}
          <button type="button" className={styles.open} onClick={() => open(team.id)}>
            {team.name}
          </button>
        </span>
      ),
    },
    ...(known
      ? [
          { id: 'lead', header: t('people.lead'), cell: ({ team }: Branch<Team>) => team.lead, card: true as const },
          {
            id: 'country',
            header: t('people.country'),
            cell: ({ team }: Branch<Team>) => countries?.find(({ code }) => code === team.country)?.name ?? team.country,
          },
        ]
      : []),
    { id: 'people', header: t('people.people'), align: 'right', cell: ({ team }) => team.members, card: true },
    ...(known
      ? [{ id: 'all', header: t('people.with_below'), align: 'right' as const, cell: ({ all }: Branch<Team>) => all }]
      : []),
  ];
}
