import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import { At, FormBody, FormButtons, formStyles, useForm, useLeaveGuard } from '../../settings/web/public.tsx';
import { today } from '../../web/format.ts';
import { isPageOpen, useMayCall } from '../../web/session.ts';
import {
  Button,
  DateField,
  Drawer,
  EXTRA,
  EmptyState,
  ErrorPanel,
  Link,
  Select,
  TextInput,
  Waiting,
  confirm,
  notify,
} from '../../web/ui/index.ts';
import styles from './BusinessUnits.module.css';
import { TEAMS, type Team, USERS, call, useColleagueOptions, useCountryOptions, withChosen } from './people-data.ts';
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
  waiting: boolean;
  canEdit: boolean;
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

const FORM = 'team-form';

const draftOf = (team: Pick<Team, 'name' | 'parent_id' | 'lead_id' | 'country'> | undefined): Draft => ({
  name: team?.name ?? '',
  parent_id: team?.parent_id ?? null,
  lead_id: team?.lead_id ?? null,
  country: team?.country ?? null,
  member_ids: [],
  valid_from: today(),
});

/** One team with its people, or a new one. Who may not change it reads it. */
export function TeamDrawer({ id, team, teams, waiting, canEdit, onClose, onNext, onPrevious }: TeamDrawerProps) {
  const { t } = useTranslation();
  const may = useMayCall();
  const [busy, setBusy] = useState(false);
  const isNew = id === 'new';
  const editable = canEdit && may(isNew ? 'teams.add' : 'teams.edit');
  const shown = (isNew && editable) || team;
  return (
    <Drawer
      open={id !== ''}
      onClose={onClose}
      title={isNew ? t('people.add_team') : (team?.name ?? t('people.team'))}
      onNext={onNext}
      onPrevious={onPrevious}
      actions={
        editable && shown ? (
          <FormButtons id={FORM} busy={busy} save={isNew ? t('people.add') : t('people.save')} onCancel={onClose} />
        ) : undefined
      }
    >
      {shown ? (
        <>
          {editable && <TeamForm key={id} team={team} teams={teams} onBusy={setBusy} onDone={onClose} />}
          {team && <Members team={team} />}
          {team && canEdit && may('teams.delete') && <DeleteTeam key={`delete ${id}`} team={team} onDone={onClose} />}
        </>
      ) : (
        id !== '' && (waiting ? <Waiting rows={5} /> : <EmptyState title={t('people.team_gone')} />)
      )}
    </Drawer>
  );
}

interface TeamFormProps {
  team: Team | undefined;
  teams: readonly Team[];
  onBusy: (busy: boolean) => void;
  onDone: () => void;
}

type Stored = Pick<Team, 'name' | 'parent_id' | 'lead_id' | 'country' | 'version'>;

function TeamForm({ team, teams, onBusy, onDone }: TeamFormProps) {
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
    save: async ({ member_ids, valid_from: _changed, ...changes }, version, draft) => {
      onBusy(true);
      try {
        const members = member_ids?.length ? { member_ids: [...member_ids] } : {};
        if (!team) return await call('POST /api/teams/add', { body: { ...changes, name: draft.name, ...members } });
        const from = member_ids?.length ? { valid_from: draft.valid_from } : {};
        return await call('POST /api/teams/edit', {
          body: { id: team.id, ...(version ? { version } : {}), ...changes, ...members, ...from },
        });
      } finally {
        onBusy(false);
      }
    },
    onSaved: (row) => {
      if (!team) notify.success(t('people.team_added', { name: row.name }));
      onDone();
      for (const key of [TEAMS, USERS, ['users_all']]) void client.invalidateQueries({ queryKey: key });
    },
  });
  useLeaveGuard(form.isDirty);
  const { draft, set, errors } = form;
  const taken = draft.member_ids.length > 0;
  return (
    <FormBody
      form={form}
      id={FORM}
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
        <At field="name" wide>
          <TextInput
            label={t('people.name')}
            value={draft.name}
            onChange={(name) => set({ name })}
            extra={EXTRA.name}
            maxLength={200}
            error={errors.name}
            autoFocus={!team}
            required
          />
        </At>
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

/** Who belongs to the team today. */
function Members({ team }: { team: Team }) {
  const { t } = useTranslation();
  const mayOpen = useMayCall()('users.by_id') && isPageOpen('user_details');
  return (
    <section className={styles.members} aria-label={t('people.members')}>
      <h3>{t('people.members_count', { count: team.people.length })}</h3>
      {team.people.length === 0 && <p className={styles.none}>{t('people.no_members')}</p>}
      <ul>
        {team.people.map(({ id, name, grade }) => (
          <li key={id}>
            {mayOpen ? (
              <Link to="/admin/users/$id" params={{ id }}>
                {name}
              </Link>
            ) : (
              <span>{name}</span>
            )}
            <span className={styles.grade}>{grade}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Deletes a team that nothing uses; else the refusal says what does. */
function DeleteTeam({ team, onDone }: { team: Team; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [error, setError] = useState<unknown>();
  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: t('people.delete_team_title', { name: team.name }),
      text: t('people.delete_team_text'),
      action: t('people.delete_action'),
      danger: true,
    });
    if (!sure) return;
    try {
      await call('POST /api/teams/delete', { body: { id: team.id } });
      notify.success(t('people.deleted', { name: team.name }));
      onDone();
      await client.invalidateQueries({ queryKey: TEAMS });
    } catch (refusal) {
      setError(refusal);
    }
  };
  return (
    <div className={formStyles.danger}>
      {error !== undefined && <ErrorPanel error={error} title={t('people.team_not_deleted')} />}
      <p>{t('people.delete_team_text')}</p>
      <Button onClick={() => void remove()}>{t('people.delete_dots')}</Button>
    </div>
  );
}
