import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PersonAccess } from '../../access/web/public.tsx';
import { DataFieldInputs } from '../../settings/web/public.tsx';
import { CallError } from '../../web/api.ts';
import { At, CheckField, type Errors, Facts, FormBody, useForm } from '../../web/form/index.ts';
import { day as dayText, listed } from '../../web/format.ts';
import { useMayCall, usePageFlag, useSession } from '../../web/session.ts';
import {
  Badge,
  Button,
  ClosedPage,
  DateField,
  EmptyState,
  LinkButton,
  Loaded,
  PageTitle,
  TextInput,
  Waiting,
  notify,
  useKeys,
} from '../../web/ui/index.ts';
import { BesideField } from './BesideField.tsx';
import { GradeHistory } from './GradeHistory.tsx';
import { LeaveFirm } from './LeaveFirm.tsx';
import { PersonHistory } from './PersonHistory.tsx';
import { Sees } from './Sees.tsx';
import { History } from './Spans.tsx';
import { TEAMS, USERS, type User, call } from './people-data.ts';
import styles from './UserDetails.module.css';
import {
  AccessFields,
  CountryField,
  FirstDayField,
  GradeField,
  ManagerField,
  NameFields,
  TeamField,
  WordField,
} from './UserFields.tsx';
import { StepField } from './StepField.tsx';
import { type UserDraft, draftOfUser, hasDated, isDatedChange, userData } from './user-draft.ts';
import { UserParts } from './UserParts.tsx';
import { useUserLabels } from './user-labels.ts';
import { WeekPattern } from './WeekPattern.tsx';

const FORM = 'user-form';
const draftOf = (row: User | undefined): UserDraft => draftOfUser(row);

/** One person with everything that is known of them, changed together by one Save. */
export default function UserDetails() {
  const { t } = useTranslation();
  return useMayCall()('users.by_id') ? <Person /> : <ClosedPage title={t('people.user_details')} />;
}

function Person() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useQuery({
    queryKey: [...USERS, 'one', id],
    queryFn: ({ signal }) => call('GET /api/users/:id', { params: { id } }, { signal }),
  });
  const unknown = query.error instanceof CallError && [404, 422].includes(query.error.status);
  // One heading from the first moment: it has the focus of who arrives, and keeps it when the name comes in.
  return (
    <>
      <PageTitle title={query.data?.name ?? t('people.user_details')} actions={<BackToUsers />}>
        {query.data && <Badges user={query.data} />}
      </PageTitle>
      {unknown && !query.data ? (
        <EmptyState title={t('people.unknown_person')} text={t('people.unknown_person_text')} />
      ) : (
        <Loaded query={query} skeleton={<Waiting rows={12} />}>
          {(user) => <Details key={user.id} user={user} />}
        </Loaded>
      )}
    </>
  );
}

function Badges({ user }: { user: User }) {
  const { t } = useTranslation();
  return (
    <span className={styles.badges}>
      <Badge variant="light" tt="none">
        {user.grade}
      </Badge>
      {user.team && (
        <Badge variant="default" tt="none">
          {user.team}
        </Badge>
      )}
      {user.is_superuser && (
        <Badge variant="default" tt="none">
          {t('people.administrator')}
        </Badge>
      )}
      {!user.is_active && (
        <Badge variant="filled" tt="none">
          {t('people.inactive')}
        </Badge>
      )}
    </span>
  );
}

function BackToUsers() {
  const { t } = useTranslation();
  return (
    <LinkButton to="/admin/users" icon={<IconArrowLeft size={16} aria-hidden="true" />}>
      {t('people.all_users')}
    </LinkButton>
  );
}

function Details({ user }: { user: User }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const labels = useUserLabels();
  const may = useMayCall();
  const editable = usePageFlag('can_edit', 'user_details') && may('users.edit');
  const me = useSession((session) => session.me?.id);

  const stored = (row: User): void => {
    client.setQueryData([...USERS, 'one', row.id], row);
    for (const key of [[...USERS, 'list'], TEAMS, ['users_all']]) void client.invalidateQueries({ queryKey: key });
  };
  const check = (draft: UserDraft): Errors<UserDraft> => ({
    ...(draft.first_name.trim() === '' && draft.last_name.trim() === '' ? { last_name: t('people.name_missing') } : {}),
    ...(draft.employed_to !== null && draft.employed_to < draft.employed_from ? { employed_to: t('people.ends_before') } : {}),
  });
  const form = useForm<User, UserDraft>({
    row: user,
    draftOf,
    check,
    save: (changes, version, { valid_from }) => {
      const day = hasDated(changes) ? { valid_from } : {};
      const data = { id: user.id, ...(version ? { version } : {}), ...userData({ ...changes, ...day }) };
      return call('POST /api/users/edit', { body: { userData: data } });
    },
    onSaved: (row) => {
      stored(row);
      notify.success(t('people.saved', { name: row.name }));
    },
  });
  const { draft, errors } = form;
  const before = draftOf(user);
  const dated = isDatedChange(before, draft);
  const set = (change: Partial<UserDraft>): void => {
    const keeps = isDatedChange(before, { ...draft, ...change });
    form.set(keeps ? change : { ...change, valid_from: before.valid_from });
  };
  useKeys(editable ? [{ keys: 'mod+s', label: 'web.save', run: form.submit, always: true }] : []);
  const fields = { draft, set, errors, disabled: !editable };

  return (
    <div className={styles.page}>
      <FormBody form={form} id={FORM} name={t('people.user_details')} labels={labels}>
        <Facts title={t('people.person')}>
          <NameFields {...fields} />
          <WordField {...fields} field="site" />
          <DataFieldInputs
            collection="users"
            values={draft.custom}
            onChange={(custom) => set({ custom })}
            error={errors.custom}
            disabled={!editable}
          />
        </Facts>
        <Facts title={t('people.access')} text={t('people.access_text')}>
          <AccessFields {...fields} />
          <CheckField
            field="is_active"
            label={t('people.active')}
            description={t('people.active_text')}
            checked={draft.is_active}
            disabled={!editable}
            onChange={(is_active) => set({ is_active })}
          />
        </Facts>
        <Facts title={t('people.employment')}>
          <FirstDayField {...fields} />
          <At field="employed_to">
            <DateField
              label={t('people.employed_to')}
              value={draft.employed_to ?? undefined}
              onChange={(day) => set({ employed_to: day ?? null })}
              error={errors.employed_to}
              disabled={!editable}
            />
          </At>
          <ManagerField {...fields} id={user.id} name={user.manager} />
          <WordField {...fields} field="cost_category" />
        </Facts>
        <Facts title={t('people.dated')} text={t('people.dated_text')}>
          <GradeField {...fields} />
          <StepField {...fields} />
          <TeamField {...fields} name={user.team} />
          <BesideField {...fields} names={new Map(user.beside.map(({ team_id, team }) => [team_id, team]))} />
          <CountryField {...fields} />
          <At field="region">
            <TextInput
              label={t('people.region')}
              value={draft.region}
              onChange={(region) => set({ region })}
              maxLength={20}
              description={t('people.region_text')}
              error={errors.region}
              disabled={!editable}
            />
          </At>
          <At field="pattern" wide>
            <WeekPattern
              value={draft.pattern}
              onChange={(pattern) => set({ pattern })}
              error={errors.pattern}
              disabled={!editable}
            />
          </At>
          {dated && (
            <At field="valid_from" wide>
              <div className={styles.from}>
                <DateField
                  label={t('people.valid_from')}
                  value={draft.valid_from || undefined}
                  onChange={(day) => day && form.set({ valid_from: day })}
                  clearable={false}
                  error={errors.valid_from}
                />
                <p>{t('people.valid_from_text', { day: draft.valid_from && dayText(draft.valid_from) })}</p>
              </div>
            </At>
          )}
        </Facts>
        {editable && <SaveBar form={form} labels={labels} />}
      </FormBody>
      <UserParts userId={user.id} />
      <div className={styles.aside}>
        <GradeHistory grades={user.grades} />
        <History user={user} />
        <Sees user={user} />
        <PersonHistory id={user.id} />
        <PersonAccess id={user.id} name={user.name} />
        {editable && may('users.delete') && user.id !== me && <LeaveFirm user={user} onChanged={stored} />}
      </div>
    </div>
  );
}

interface SaveBarProps {
  form: Pick<ReturnType<typeof useForm<User, UserDraft>>, 'changed' | 'busy' | 'reset'>;
  labels: Readonly<Record<keyof UserDraft, string>>;
}

/** Stands at the foot of the screen while something is not saved. */
function SaveBar({ form, labels }: SaveBarProps) {
  const { t } = useTranslation();
  const changed = form.changed.filter((key) => key !== 'valid_from');
  if (changed.length === 0 && !form.busy) return null;
  return (
    <div className={styles.bar} role="region" aria-label={t('people.unsaved')}>
      <span>
        <strong>{t('people.changes', { count: changed.length })}</strong> {listed(changed.map((key) => labels[key]))}
      </span>
      <Button onClick={form.reset}>{t('people.discard')}</Button>
      <Button type="submit" level="primary" busy={form.busy}>
        {t('web.save')}
      </Button>
    </div>
  );
}
