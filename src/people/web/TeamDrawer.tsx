import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import { At, FormBody, NameField, RecordDrawer, formStyles, useForm } from '../../web/form/index.ts';
import { today } from '../../web/format.ts';
import { useMayCall } from '../../web/session.ts';
import { DateField, Select, notify } from '../../web/ui/index.ts';
import { TeamLevels } from './LevelsEditor.tsx';
import { TEAMS, type Team, USERS, call, useColleagueOptions, useCountryOptions, withChosen } from './people-data.ts';
import { RemoveTeam } from './RemoveTeam.tsx';
import { TeamMembers } from './TeamMembers.tsx';
import { subtree } from './team-tree.ts';

interface Draft {
  name: string;
  parent_id: string | null;
  lead_id: string | null;
  country: string | null;
  /** People to take in. */
  member_ids: readonly string[];
  valid_from: Day;
}

export interface TeamDrawerProps {
  /** Id of a team, `new`, or empty: closed. */
  id: string;
  team: Team | undefined;
  teams: readonly Team[];
  /** The list that the team stands in. */
  query: UseQueryResult<unknown>;
  canEdit: boolean;
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

const draftOf = (team: Pick<Team, 'name' | 'parent_id' | 'lead_id' | 'country'> | undefined): Draft => ({
  name: team?.name ?? '',
  parent_id: team?.parent_id ?? null,
  lead_id: team?.lead_id ?? null,
  country: team?.country ?? null,
  member_ids: [],
  valid_from: today(),
});

/** One team with its people, or a new one. Who may not change it reads it. */
export function TeamDrawer({ id, team, teams, canEdit, onClose, ...rest }: TeamDrawerProps) {
  const { t } = useTranslation();
  const may = useMayCall();
  const editable = canEdit && may(id === 'new' ? 'teams.add' : 'teams.edit');
  return (
    <RecordDrawer
      {...rest}
      id={id}
      row={team}
      nameOf={({ name }) => name}
      editable={editable}
      words={{ add: t('people.add_team'), one: t('people.team'), gone: t('people.team_gone') }}
      onClose={onClose}
    >
      {(row) => (
        <>
          {editable && <TeamForm team={row} teams={teams} onDone={onClose} />}
          {row && <TeamMembers key={row.id} team={row} teams={teams} canEdit={editable} />}
          {row && editable && may('teams.booking_levels') && <TeamLevels key={`levels ${row.id}`} id={row.id} />}
          {row && canEdit && may('teams.delete') && (
            <RemoveTeam key={`remove ${row.id}`} team={row} teams={teams} onDone={onClose} />
          )}
        </>
      )}
    </RecordDrawer>
  );
}

interface TeamFormProps {
  team: Team | undefined;
  teams: readonly Team[];
  onDone: () => void;
}

type Stored = Pick<Team, 'name' | 'parent_id' | 'lead_id' | 'country' | 'version'>;

function TeamForm({ team, teams, onDone }: TeamFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const people = useColleagueOptions();
  const countries = useCountryOptions();
  const inside = new Set((team?.people ?? []).map((person) => person.id));
  const closed = team ? subtree(teams, team.id) : new Set<string>();
  const parents = teams.filter(({ id }) => !closed.has(id)).map(({ id, name }) => ({ id, name }));

  const form = useForm<Stored, Draft>({
    row: team,
    draftOf,
    check: ({ name }) => (name.trim() === '' ? { name: t('people.team_name_missing') } : {}),
    save: ({ member_ids, valid_from: _changed, ...changes }, version, draft) => {
      const members = member_ids?.length ? { member_ids: [...member_ids] } : {};
      if (!team) return call('POST /api/teams/add', { body: { ...changes, name: draft.name, ...members } });
      const from = member_ids?.length ? { valid_from: draft.valid_from } : {};
      return call('POST /api/teams/edit', {
        body: { id: team.id, ...(version ? { version } : {}), ...changes, ...members, ...from },
      });
    },
    onSaved: (row) => {
      if (!team) notify.success(t('people.team_added', { name: row.name }));
      onDone();
      for (const key of [TEAMS, USERS, ['users_all']]) void client.invalidateQueries({ queryKey: key });
    },
  });
  const { draft, set, errors } = form;
  const taken = draft.member_ids.length > 0;
  return (
    <FormBody
      form={form}
      name={t('people.team')}
      labels={{
        name: t('people.name'),
        parent_id: t('people.parent'),
        lead_id: t('people.lead'),
        country: t('people.country'),
        member_ids: t('people.take_in'),
        valid_from: t('people.valid_from'),
      }}
    >
      <div className={formStyles.fields}>
        <NameField
          label={t('people.name')}
          value={draft.name}
          onChange={(name) => set({ name })}
          error={errors.name}
          autoFocus={!team}
        />
        <At field="parent_id">
          <Select
            label={t('people.parent')}
            options={parents}
            value={draft.parent_id ?? undefined}
            onChange={(id) => set({ parent_id: id ?? null })}
            placeholder={t('people.no_parent')}
            error={errors.parent_id}
          />
        </At>
        <At field="country">
          <Select
            label={t('people.country')}
            options={withChosen(countries, draft.country)}
            value={draft.country ?? undefined}
            onChange={(country) => set({ country: country ?? null })}
            error={errors.country}
          />
        </At>
        <At field="lead_id" wide>
          <Select
            label={t('people.lead')}
            options={withChosen(people, draft.lead_id, team?.lead)}
            value={draft.lead_id ?? undefined}
            onChange={(id) => set({ lead_id: id ?? null })}
            placeholder={t('people.no_lead')}
            error={errors.lead_id}
          />
        </At>
        <At field="member_ids" wide>
          <Select
            label={t('people.take_in')}
            description={t('people.take_in_text')}
            options={people.filter(({ id }) => !inside.has(id))}
            multiple
            limit={3}
            value={draft.member_ids}
            onChange={(member_ids) => set({ member_ids })}
            error={errors.member_ids}
          />
        </At>
        {team && taken && (
          <At field="valid_from" wide>
            <DateField
              label={t('people.valid_from')}
              value={draft.valid_from}
              onChange={(day) => day && set({ valid_from: day })}
              clearable={false}
              error={errors.valid_from}
            />
          </At>
        )}
      </div>
    </FormBody>
  );
}
