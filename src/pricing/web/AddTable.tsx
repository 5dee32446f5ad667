import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { useColleagueOptions } from '../../people/web/public.tsx';
import { minorDigits } from '../../web/format.ts';
import { Button, Modal, NumberField, Select, notify, useReason } from '../../web/ui/index.ts';
import styles from './Pricing.module.css';
import { type Choices, type Details, call, useCountries, useCurrencies, useTaken } from './pricing-data.ts';

export interface AddTableProps {
  open: boolean;
  pricing: Details;
  choices: Choices;
  /** Stores what is typed before a table comes. */
  save: () => Promise<boolean>;
  onClose: () => void;
}

/** A table more: of a service line, or a secondment. */
export function AddTable({ open, onClose, ...rest }: AddTableProps) {
  const { t } = useTranslation();
  return (
    <Modal open={open} onClose={onClose} title={t('pricing.add_table')}>
      {open && <Fields {...rest} onClose={onClose} />}
    </Modal>
  );
}

function Fields({ pricing, choices, save, onClose }: Omit<AddTableProps, 'open'>) {
  const { t } = useTranslation();
  const reason = useReason();
  const taken = useTaken();
  const countries = useCountries();
  const currencies = useCurrencies();
  const [kind, setKind] = useState<'standard' | 'secondment'>(pricing.kind === 'secondment' ? 'secondment' : 'standard');
  const [lineId, setLine] = useState(choices.service_lines[0]?.id);
  const [country, setCountry] = useState<string | undefined>(choices.country);
  const [currency, setCurrency] = useState<string | undefined>(pricing.shown.currency);
  const [stay, setStay] = useState<Stay>({ days: 18, months: Math.min(3, pricing.shown.columns.length), share: 100 });
  const [busy, setBusy] = useState(false);
  const roles = choices.service_lines.find(({ id }) => id === lineId)?.roles ?? [];
  const role = roles.find(({ id }) => id === stay.role) ?? roles[0];
  const grades = role ? GRADES.slice(GRADES.indexOf(role.lowest_grade), GRADES.indexOf(role.highest_grade) + 1) : [];
  const grade = grades.find((each) => each === stay.grade) ?? grades[0];
  const place = { ...(country ? { country } : {}), ...(currency ? { currency } : {}) };
  const add = async (): Promise<Details | undefined> => {
    if (kind === 'standard')
      return lineId
        ? call('POST /api/pricing/create_table', { body: { id: pricing.id, service_line_id: lineId, ...place } })
        : undefined;
    if (!role || !grade) return undefined;
    return call('POST /api/pricing/create_table_secondment', {
      body: {
        id: pricing.id,
        sl_role_id: role.id,
        grade,
        user_id: stay.user ?? null,
        ...place,
        days_a_month: Math.round(stay.days * 100),
        full_time: Math.round(stay.share * 100),
        months: stay.months,
        day_rate: stay.rate === undefined ? null : Math.round(stay.rate * 10 ** minorDigits(currency ?? 'EUR')),
      },
    });
  };
  const submit = async (): Promise<void> => {
    setBusy(true);
    try {
      if (!(await save())) return;
      const details = await add();
      if (details) taken(details);
      onClose();
    } catch (error) {
      notify.error(reason(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={styles.stack}
      aria-label={t('pricing.add_table')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {pricing.kind === 'multi' && (
        <Select
          label={t('pricing.table_kind')}
          options={(['standard', 'secondment'] as const).map((id) => ({ id, name: t(`pricing.table_${id}`) }))}
          value={kind}
          onChange={(id) => setKind(id === 'secondment' ? 'secondment' : 'standard')}
          clearable={false}
          searchable={false}
        />
      )}
      <Select
        label={t('pricing.service_line')}
        options={choices.service_lines}
        value={lineId}
        onChange={setLine}
        clearable={false}
        error={choices.service_lines.length === 0 ? t('pricing.no_lines') : undefined}
      />
      <Select label={t('pricing.country')} options={countries} value={country} onChange={setCountry} clearable={false} />
      <Select label={t('pricing.currency')} options={currencies} value={currency} onChange={setCurrency} clearable={false} />
      {kind === 'secondment' && (
        <StayFields
          stay={stay}
          roles={roles}
          role={role?.id}
          grades={grades}
          grade={grade}
          currency={currency ?? 'EUR'}
          months={pricing.shown.columns.length}
          onChange={(change) => setStay((now) => ({ ...now, ...change }))}
        />
      )}
      <div className={styles.acts}>
        <Button onClick={onClose}>{t('web.cancel')}</Button>
        <Button type="submit" level="primary" busy={busy} disabled={!lineId || (kind === 'secondment' && !grade)}>
          {t('pricing.add')}
        </Button>
      </div>
    </form>
  );
}

interface Stay {
  role?: string | undefined;
  grade?: string | undefined;
  user?: string | undefined;
  days: number;
  months: number;
  /** Per cent of full time. */
  share: number;
  /** A day, in the currency. */
  rate?: number | undefined;
}

interface StayFieldsProps {
  stay: Stay;
  roles: readonly { id: string; name: string }[];
  role: string | undefined;
  grades: readonly Grade[];
  grade: Grade | undefined;
  currency: string;
  months: number;
  onChange: (change: Partial<Stay>) => void;
}

/** Who is placed at the client, for how long, and at which rate a day. */
function StayFields({ stay, roles, role, grades, grade, currency, months, onChange }: StayFieldsProps) {
  const { t } = useTranslation();
  const people = useColleagueOptions();
  return (
    <>
      <Select
        label={t('pricing.role')}
        options={roles}
        value={role}
        onChange={(id) => onChange({ role: id })}
        clearable={false}
      />
      <Select
        label={t('pricing.grade')}
        options={grades.map((id) => ({ id, name: id }))}
        value={grade}
        onChange={(id) => onChange({ grade: id })}
        clearable={false}
        searchable={false}
      />
      <Select
        label={t('pricing.person')}
        options={people}
        value={stay.user}
        onChange={(user) => onChange({ user })}
        placeholder={t('pricing.nobody_yet')}
      />
      <NumberField
        label={t('pricing.days_a_month')}
        value={stay.days}
        onChange={(days) => onChange({ days: days ?? 18 })}
        digits={2}
        min={0.01}
        max={31}
      />
      <NumberField
        label={t('pricing.months')}
        value={stay.months}
        onChange={(value) => onChange({ months: value ?? 1 })}
        min={1}
        max={months}
      />
      <NumberField
        label={t('pricing.full_time')}
        value={stay.share}
        onChange={(share) => onChange({ share: share ?? 100 })}
        digits={2}
        min={0.01}
        max={100}
        unit="%"
      />
      <NumberField
        label={t('pricing.day_rate')}
        value={stay.rate}
        onChange={(rate) => onChange({ rate })}
        digits={minorDigits(currency)}
        min={0}
        max={1_000_000}
        unit={currency}
      />
    </>
  );
}
