import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, type ReplyTo, caller } from '../../web/api.ts';
import { LOGIN, LOGIN_MANAGEMENT } from '../../web/paths.ts';
import { OpenPage } from '../../web/shell/OpenPage.tsx';
import { endSession } from '../../web/sign-out.ts';
import { Button } from '../../web/ui/Button.tsx';
import { LinkButton } from '../../web/ui/Link.tsx';
import { notify } from '../../web/ui/notify.ts';
import { TextInput } from '../../web/ui/TextInput.tsx';
import type { accessContract } from '../contract.ts';
import { NewPassword } from './NewPassword.tsx';
import { NoPassword } from './NoPassword.tsx';
import { OpenForm } from './OpenForm.tsx';
import { SetUp } from './SetUp.tsx';
import styles from './SignIn.module.css';
import { arriving, isBadLink, refusalKey } from './sign-in.ts';
import { useSignInFacts } from './useSignIn.ts';

const call = caller<typeof accessContract>();

type Found = ReplyTo<(typeof accessContract)['POST /api/links/look']>;

/** What a link of ours opens: undefined while it is asked, else what was found or why nothing was. */
type Looked = { found: Found } | { refused: unknown } | undefined;

/** `/account/reset/{token}`: where the links of our mails lead, be it for a new password, an invitation or a first firm. */
export default function Reset() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { token = '' } = useParams({ strict: false }) as { token?: string };
  const [looked, setLooked] = useState<Looked>();

  const look = useCallback((): void => {
    setLooked(undefined);
    call('POST /api/links/look', { body: { token } }).then(
      (found) => setLooked({ found }),
      (refused: unknown) => setLooked({ refused }),
    );
  }, [token]);
  useEffect(look, [look]);

  /** On to the sign-in page, with a word about what was done. Whoever is signed in here may be somebody else: that ends. */
  const goOn = async (email: string, words: string): Promise<void> => {
    await endSession();
    arriving.email = email;
    notify.success(words);
    await navigate({ href: LOGIN_MANAGEMENT, replace: true });
  };

  if (!looked) {
    return (
      <OpenPage title={t('access.reset')}>
        <p role="status">{t('web.loading')}</p>
      </OpenPage>
    );
  }
  if ('refused' in looked) return <Refused refused={looked.refused} onRetry={look} />;
  if (looked.found.purpose === 'set_up')
    return <SetUp token={token} onDone={(email, firm) => goOn(email, t('access.set_up_done', { firm }))} />;
  return (
    <Choose
      {...looked.found}
      token={token}
      onBad={(refused) => setLooked({ refused })}
      onDone={(email) => goOn(email, t('access.password_changed'))}
    />
  );
}

/** A link that opens nothing (any more), or that could not be looked at. */
function Refused({ refused, onRetry }: { refused: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const gone = isBadLink(refused);
  const key = refusalKey(refused, 'access.bad_link');
  return (
    <OpenPage title={t(gone ? 'access.link_gone' : 'access.reset')}>
      <p role="alert">{key ? t(key) : refused instanceof CallError ? refused.detail : ''}</p>
      {gone ? (
        <>
          <LinkButton level="primary" size="lg" wide to="/account/forgot">
            {t('access.new_link')}
          </LinkButton>
          <LinkButton level="subtle" wide to={LOGIN}>
            {t('access.back')}
          </LinkButton>
        </>
      ) : (
        <Button level="primary" size="lg" wide onClick={onRetry}>
          {t('web.retry')}
        </Button>
      )}
    </OpenPage>
  );
}

interface ChooseProps extends Found {
  token: string;
  onDone: (email: string) => Promise<void>;
  onBad: (refused: unknown) => void;
}

function Choose({ purpose, email, firm, token, onDone, onBad }: ChooseProps) {
  const { t } = useTranslation();
  const facts = useSignInFacts();
  const title = { reset: 'access.reset', invite: 'access.invited', confirm: 'access.confirm', set_up: 'access.set_up' }[purpose];
  const about = { reset: '', invite: 'access.invited_text', confirm: 'access.confirm_text', set_up: '' }[purpose];

  const send = async (filled: FormData): Promise<void> => {
    try {
      await call('POST /auth/reset-password', { body: { token, password: String(filled.get('password')) } });
    } catch (refused) {
      if (!isBadLink(refused)) throw refused;
      onBad(refused);
      return;
    }
    await onDone(email ?? '');
  };

  if (facts && !facts.password_login) {
    return (
      <OpenPage title={t(title, { firm: firm ?? '' })}>
        <NoPassword branding={facts.branding} />
      </OpenPage>
    );
  }
  return (
    <OpenPage title={t(title, { firm: firm ?? '' })}>
      {about && <p>{t(about, { firm: firm ?? '' })}</p>}
      <OpenForm label={t('access.save_password')} send={send} focus="password" unfit="access.password_rule">
        {email !== null && (
          <div className={styles.fixed}>
            {/* Read only: by it a password manager knows whose password it keeps. */}
            <TextInput
              label={t('access.email')}
              name="username"
              type="email"
              autoComplete="username"
              value={email}
              onChange={() => undefined}
              readOnly
            />
          </div>
        )}
        <NewPassword label={t('access.new_password')} autoFocus />
      </OpenForm>
    </OpenPage>
  );
}
