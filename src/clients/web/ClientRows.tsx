import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { withChosen } from '../../people/web/public.tsx';
import { EXTRA, type Option, Select, TextInput } from '../../web/ui/index.ts';
import { SpanFields } from './fields.tsx';
import type { Contact, Restriction } from './client-draft.ts';

export type { Contact, Restriction };

interface RowProps<Row> {
  row: Row;
  set: (change: Partial<Row>) => void;
  disabled: boolean;
}

/** Somebody at the client. */
export function ContactRow({ row, set, disabled }: RowProps<Contact>) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('clients.name')}
        value={row.name}
        onChange={(name) => set({ name })}
        extra={EXTRA.name}
        maxLength={200}
        required
        disabled={disabled}
      />
      <TextInput
        label={t('clients.position')}
        value={row.position}
        onChange={(position) => set({ position })}
        extra={EXTRA.name}
        maxLength={100}
        disabled={disabled}
      />
      <div data-wide>
        <TextInput
          label={t('clients.email')}
          value={row.email ?? ''}
          onChange={(email) => set({ email })}
          extra={EXTRA.email}
          maxLength={254}
          disabled={disabled}
        />
      </div>
      <TextInput
        label={t('clients.phone')}
        value={row.phone}
        onChange={(phone) => set({ phone })}
        extra="+()/"
        maxLength={60}
        disabled={disabled}
      />
      <Checkbox
        label={t('clients.gets_invoices')}
        checked={row.is_billing}
        onChange={(event) => set({ is_billing: event.currentTarget.checked })}
        disabled={disabled}
      />
    </>
  );
}

/** Who may not work for the client, and when. */
export function RestrictionRow({
  row,
  set,
  disabled,
  people,
  teams,
}: RowProps<Restriction> & { people: readonly Option[]; teams: readonly Option[] }) {
  const { t } = useTranslation();
  const choose = (id: string | undefined): void => {
    const team = teams.find((each) => each.id === id);
    const name = (team ?? people.find((each) => each.id === id))?.name ?? '';
    set({ user_id: team ? null : (id ?? null), team_id: team ? team.id : null, name });
  };
  const options = [
    ...teams.map((team) => ({ ...team, group: t('clients.teams') })),
    ...people.map((person) => ({ ...person, group: t('clients.people') })),
  ];
  return (
    <>
      <div data-wide>
        <Select
          label={t('clients.person_or_team')}
          options={withChosen(options, row.user_id ?? row.team_id, row.name)}
          value={row.user_id ?? row.team_id ?? undefined}
          onChange={choose}
          clearable={false}
          disabled={disabled}
        />
      </div>
      <SpanFields
        first={row.first_day}
        last={row.last_day}
        open={false}
        onChange={({ first, last = row.last_day }) => set({ first_day: first ?? row.first_day, last_day: last })}
        disabled={disabled}
      />
      <TextInput
        label={t('clients.reason')}
        value={row.reason}
        onChange={(reason) => set({ reason })}
        extra={EXTRA.name}
        maxLength={500}
        disabled={disabled}
      />
    </>
  );
}
