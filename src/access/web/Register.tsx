import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, caller } from '../../web/api.ts';
import { LOGIN_MANAGEMENT } from '../../web/paths.ts';
import { OpenPage } from '../../web/shell/OpenPage.tsx';
import { EXTRA } from '../../web/ui/filter.ts';
import { Link } from '../../web/ui/Link.tsx';
import { TextInput } from '../../web/ui/TextInput.tsx';
import type { accessContract } from '../contract.ts';
import { NewPassword } from './NewPassword.tsx';
import { NoPassword } from './NoPassword.tsx';
import { OpenForm } from './OpenForm.tsx';
import { arriving } from './sign-in.ts';
import { useSignInFacts } from './useSignIn.ts';

const call = caller<typeof accessContract>();

const LONGEST_NAME = 100;

/** `/pages/register`: an account of one's own. It opens nothing before its address is confirmed and a firm has the person. */
export default function Register() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const facts = useSignInFacts();
  const [text, setText] = useState({ first_name: '', last_name: '', username: arriving.email });

  const send = async (filled: FormData): Promise<void> => {
    const of = (name: keyof typeof text): string => String(filled.get(name)).trim();
    const body = {
      first_name: of('first_name'),
      last_name: of('last_name'),
      email: of('username'),
      password: String(filled.get('password')),
    };
    if (!body.first_name || !body.last_name) throw new CallError(422, undefined);
    arriving.email = body.email;
    arriving.registered = (await call('POST /auth/register', { body })).email;
    await navigate({ href: LOGIN_MANAGEMENT, replace: true });
  };

  const field = (name: keyof typeof text, label: string, autoComplete: string) => (
    <TextInput
      label={t(label)}
      name={name}
      type={name === 'username' ? 'email' : 'text'}
      autoComplete={autoComplete}
      extra={name === 'username' ? EXTRA.email : EXTRA.name}
      value={text[name]}
      onChange={(value) => setText((before) => ({ ...before, [name]: value }))}
      {...(name === 'username' ? {} : { maxLength: LONGEST_NAME })}
      required
      autoFocus={name === 'first_name'}
    />
  );

  if (facts?.registration === 'closed') {
    return (
      <OpenPage title={t('access.register')}>
        {facts.password_login ? <p>{t('access.register_closed')}</p> : <NoPassword branding={facts.branding} />}
        {facts.password_login && <Link to={LOGIN_MANAGEMENT}>{t('access.back')}</Link>}
      </OpenPage>
    );
  }
  return (
    <OpenPage title={t('access.register')}>
      <p>{t('access.register_text')}</p>
      <OpenForm label={t('access.register')} send={send} focus="username" unfit="access.set_up_fill_in">
        {field('first_name', 'access.first_name', 'given-name')}
        {field('last_name', 'access.last_name', 'family-name')}
        {field('username', 'access.email', 'username')}
        <NewPassword label={t('access.password')} />
      </OpenForm>
      <Link to={LOGIN_MANAGEMENT}>{t('access.back')}</Link>
    </OpenPage>
  );
}
