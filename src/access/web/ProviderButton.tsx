import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../web/ui/Button.tsx';
import { Refusal } from './Refusal.tsx';
import { identityProvider, refusalKey } from './sign-in.ts';
import { useWait } from './useWait.ts';

type State = 'asking' | 'ready' | 'missing' | 'failed';

/** The firm that a bookmarked sign-in page names (`?tenant=alder`), where several have a provider of their own. */
const firmOfAddress = (): { tenant?: string } => {
  const tenant = new URLSearchParams(location.search).get('tenant');
  return tenant ? { tenant } : {};
};

/** The way to the firm's identity provider. Its address is fetched at once; a press before it came waits for it. */
export function ProviderButton() {
  const { t } = useTranslation();
  const [state, setState] = useState<State>('asking');
  const [pressed, setPressed] = useState(false);
  const [turn, setTurn] = useState(0);
  const [refusal, setRefusal] = useState('access.sso_failed');
  const address = useRef<string>(undefined);
  const wait = useWait();
  const { begin } = wait;

  useEffect(() => {
    let shown = true;
    identityProvider(firmOfAddress()).then(
      (found) => {
        address.current = found;
        if (shown) setState(found ? 'ready' : 'missing');
      },
      (error: unknown) => {
        if (!shown) return;
        begin(error);
        setRefusal(refusalKey(error) ?? 'access.sso_failed');
        setState('failed');
      },
    );
    return () => {
      shown = false;
    };
  }, [turn, begin]);

  useEffect(() => {
    if (pressed && state === 'ready' && address.current) location.assign(address.current);
  }, [pressed, state]);

  if (state === 'missing') return <p>{t('access.sso_missing')}</p>;
  if (state === 'failed') {
    const again = (): void => {
      if (wait.left > 0) return;
      setPressed(false);
      setState('asking');
      setTurn(turn + 1);
    };
    return (
      <>
        <Refusal words={t(refusal)} wait={wait} />
        <Button wide onClick={again} aria-disabled={wait.left > 0 || undefined}>
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
