import { type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { caller } from '../../web/api.ts';
import { OpenPage } from '../../web/shell/OpenPage.tsx';
import { EXTRA } from '../../web/ui/filter.ts';
import { TextInput } from '../../web/ui/TextInput.tsx';
import type { accessContract } from '../contract.ts';
import { NewPassword } from './NewPassword.tsx';
import { OpenForm } from './OpenForm.tsx';
import { countriesIn, currenciesIn, likelyCountry, ownTimeZone, timeZones } from './places.ts';
import styles from './SignIn.module.css';

const call = caller<typeof accessContract>();

export interface SetUpProps {
  token: string;
  onDone: (email: string, firm: string) => Promise<void>;
}

/** The first firm of an installation and its administrator, by the set-up link. */
export function SetUp({ token, onDone }: SetUpProps) {
  const { t, i18n } = useTranslation();
  const [text, setText] = useState({ firm: '', first_name: '', last_name: '', username: '' });
  const language = i18n.language === 'pseudo' ? 'en' : i18n.language;
  const countries = useMemo(() => countriesIn(language), [language]);
  const currencies = useMemo(() => currenciesIn(language), [language]);
  const zone = ownTimeZone();

  const send = async (filled: FormData): Promise<void> => {
    const of = (name: string): string => String(filled.get(name) ?? '');
    const { tenant } = await call('POST /api/set_up', {
      body: {
        token,
        firm: of('firm').trim(),
        email: of('username').trim(),
        password: of('password'),
        first_name: of('first_name').trim(),
        last_name: of('last_name').trim(),
        currency: of('currency'),
        time_zone: of('time_zone'),
        countries: [of('country')],
      },
    });
    await onDone(of('username').trim(), tenant.name);
  };

  const field = (name: keyof typeof text, label: string, autoComplete: string, extra: string): ReactNode => (
    <TextInput
      label={t(label)}
      name={name}
      type={name === 'username' ? 'email' : 'text'}
      autoComplete={autoComplete}
      extra={extra}
      value={text[name]}
      onChange={(value) => setText((before) => ({ ...before, [name]: value }))}
      maxLength={name === 'username' ? 320 : 100}
      required
      autoFocus={name === 'firm'}
    />
  );

  return (
    <OpenPage title={t('access.set_up')}>
      <p>{t('access.set_up_text')}</p>
      <OpenForm label={t('access.set_up_firm')} send={send} focus="firm" unfit="access.set_up_fill_in">
        {field('firm', 'access.firm_name', 'organization', EXTRA.name)}
        <Choose name="country" label={t('access.country')} options={countries} first={likelyCountry(navigator.languages)} />
        <Choose name="currency" label={t('access.currency')} options={currencies} first="EUR" />
        <Choose
          name="time_zone"
          label={t('access.time_zone')}
          options={timeZones(zone).map((each) => ({ code: each, name: each.replaceAll('_', ' ') }))}
          first={zone}
        />
        {field('first_name', 'access.first_name', 'given-name', EXTRA.name)}
        {field('last_name', 'access.last_name', 'family-name', EXTRA.name)}
        {field('username', 'access.email', 'username', EXTRA.email)}
        <NewPassword label={t('access.password')} />
      </OpenForm>
    </OpenPage>
  );
}

interface ChooseProps {
  name: string;
  label: string;
  options: readonly { code: string; name: string }[];
  first: string;
}

/** One of a long list, in the browser's own manner: a phone shows its wheel, a keyboard finds by letters. */
function Choose({ name, label, options, first }: ChooseProps) {
  const id = useId();
  return (
    <div className={styles.choose}>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={first}>
        {options.map((option) => (
          <option key={option.code} value={option.code}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  );
}
