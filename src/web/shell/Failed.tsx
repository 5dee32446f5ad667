import { useRouterState } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../kit/ids.ts';
import { HOME, pageOf } from '../paths.ts';
import { isSignedIn } from '../session.ts';
import { Button } from '../ui/Button.tsx';
import { LinkButton } from '../ui/Link.tsx';
import { notify } from '../ui/notify.ts';
import { failedActs } from './failed-acts.ts';
import { OpenPage } from './OpenPage.tsx';

/** What people can pass on to support: when, where, under which reference, and what the browser said. */
function details(reference: string, path: string, error: unknown): string {
  const said = error instanceof Error ? `${error.name}: ${error.message}` : '';
  return [reference, new Date().toISOString(), path, said].filter(Boolean).join('\n');
}

function Actions({ error, reference }: { error?: unknown; reference: string }) {
  const { t } = useTranslation();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(details(reference, path, error));
    notify.success(t('web.copied'));
  };
  return (
    <>
      <p>{t('web.failed_text')}</p>
      <p>{t('web.reference', { reference })}</p>
      <Button level="primary" wide onClick={() => location.reload()}>
        {t('web.reload')}
      </Button>
      <Button wide onClick={() => void copy()}>
        {t('web.copy_details')}
      </Button>
      {isSignedIn() && (
        <Suspense fallback={null}>
          {failedActs.parts().map(({ id, Content }) => (
            <Content key={id} page={pageOf(path)} details={() => details(reference, path, error)} />
          ))}
        </Suspense>
      )}
      <LinkButton level="subtle" wide to={HOME}>
        {t('web.go_home')}
      </LinkButton>
    </>
  );
}

/** `/pages/500`: the reference comes in the address, or is made here. */
export default function Failed() {
  const { t } = useTranslation();
  const given = useRouterState({ select: (state) => (state.location.search as Record<string, string>).reference });
  const [own] = useState(() => newId().slice(0, 8));
  return (
    <OpenPage title={t('web.failed_title')}>
      <Actions reference={given ?? own} />
    </OpenPage>
  );
}

/** A screen that broke while it was drawn: the same, in its place. */
export function Broken({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const [reference] = useState(() => newId().slice(0, 8));
  console.error(reference, error);
  return (
    <section>
      <h1 tabIndex={-1}>{t('web.failed_title')}</h1>
      <Actions error={error} reference={reference} />
    </section>
  );
}
