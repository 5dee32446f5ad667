import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { caller } from '../../web/api.ts';
import { useSession } from '../../web/session.ts';
import { Link, TextInput, notify } from '../../web/ui/index.ts';
import type { accessContract } from '../contract.ts';
import { NewPassword } from './NewPassword.tsx';
import { OpenForm } from './OpenForm.tsx';
import styles from './Profile.module.css';
import { SESSIONS } from './SessionList.tsx';
import { useSignInFacts } from './useSignIn.ts';

const call = caller<typeof accessContract>();

/** Everything else that the server says is about the new one. */
const WRONG_CURRENT = { UPDATE_USER_WRONG_PASSWORD: 'current' };

/** A new password for oneself; the current one is asked for, and every other session ends. */
export function ChangePassword() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const address = useSession(({ me }) => me?.email) ?? '';
  const [current, setCurrent] = useState('');
  const [turn, setTurn] = useState(0);
  const facts = useSignInFacts();

  const send = async (filled: FormData): Promise<void> => {
    const body = { current_password: String(filled.get('current')), password: String(filled.get('password')) };
    await call('POST /api/users/change_password', { body });
    notify.success(t('settings.profile_password_changed'));
    setCurrent('');
    setTurn(turn + 1);
    await client.invalidateQueries({ queryKey: SESSIONS });
  };

  if (facts && !facts.password_login) return <p className={styles.about}>{t('access.email_closed')}</p>;
  return (
    <div className={styles.form}>
      <p className={styles.about}>{t('settings.profile_password_text')}</p>
      <OpenForm
        key={turn}
        label={t('settings.profile_change_password')}
        send={send}
        focus="current"
        focusByCode={WRONG_CURRENT}
        unfit="access.password_rule"
      >
        {/* Hidden: by it a password manager knows whose password it renews. */}
        <input type="hidden" name="username" autoComplete="username" value={address} />
        <TextInput
          label={t('settings.profile_current_password')}
          name="current"
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          required
        />
        <NewPassword label={t('access.new_password')} />
      </OpenForm>
      <Link to="/account/forgot">{t('access.forgot_link')}</Link>
    </div>
  );
}
