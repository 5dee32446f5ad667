import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../web/ui/Button.tsx';
import { identityProvider } from './sign-in.ts';
import styles from './SignIn.module.css';

type State = 'asking' | 'ready' | 'missing' | 'failed';

/** The way to the firm's identity provider. Its address is fetched at once; a press before it came waits for it. */
export function ProviderButton() {
  const { t } = useTranslation();
  const [state, setState] = useState<State>('asking');
  const [pressed, setPressed] = useState(false);
  const [turn, setTurn] = useState(0);
  const address = useRef<string>(undefined);

  useEffect(() => {
    let shown = true;
    identityProvider().then(
      (found) => {
        address.current = found;
        if (shown) setState(found ? 'ready' : 'missing');
      },
      () => shown && setState('failed'),
    );
    return () => {
      shown = false;
    };
  }, [turn]);

  useEffect(() => {
    if (pressed && state === 'ready' && address.current) location.assign(address.current);
  }, [pressed, state]);

  if (state === 'missing') return <p>{t('access.sso_missing')}</p>;
  if (state === 'failed') {
    const again = (): void => {
      setPressed(false);
      setState('asking');
      setTurn(turn + 1);
    };
    return (
      <>
        <p className={styles.refused} role="alert">
          {t('access.sso_failed')}
        </p>
        <Button wide onClick={again}>
          {t('web.retry')}
        </Button>
      </>
    );
  }
  return (
    <Button level="primary" size="lg" wide busy={pressed} onClick={() => setPressed(true)}>
      {t('access.continue_with_account')}
    </Button>
  );
}
