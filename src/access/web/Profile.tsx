import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NotificationSwitches } from '../../settings/web/public.tsx';
import { CallError } from '../../web/api.ts';
import { type Tenant, useSession } from '../../web/session.ts';
import { changeTenant, signOut } from '../../web/sign-out.ts';
import { Button, ErrorPanel, PageTitle, Waiting, notify, useReason } from '../../web/ui/index.ts';
import { ApiTokens } from './ApiTokens.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import styles from './Profile.module.css';
import { Appearance, Language, ShortCuts } from './ProfileLook.tsx';
import { profileParts } from './profile-parts.ts';

/** `/profile`: who one is here, how the product looks and speaks, one's password, one's sessions and firms. */
export default function Profile() {
  const { t } = useTranslation();
  const firms = useSession(({ me }) => me?.tenants.length ?? 0);
  const ofRooms = profileParts.parts();
  const titles = new Map(ofRooms.map(({ id, title }) => [id, title]));
  const nameOf = (id: string): string => t(titles.get(id) ?? `settings.profile_${id}`);
  const parts: [id: string, content: ReactNode][] = [
    ['me', <Me key="me" />],
    ['language', <Language key="language" />],
    ['appearance', <Appearance key="appearance" />],
    ['notifications', <Notifications key="notifications" />],
    ['short_cuts', <ShortCuts key="short_cuts" />],
    ...ofRooms.map(({ id, Content }): [string, ReactNode] => [
      id,
      <Suspense key={id} fallback={<Waiting rows={3} />}>
        <Content />
      </Suspense>,
    ]),
    ['password', <ChangePassword key="password" />],
    ['sessions', <OwnSessions key="sessions" />],
    ['tokens', <ApiTokens key="tokens" />],
    ...(firms > 1 ? ([['firms', <Firms key="firms" />]] as [string, ReactNode][]) : []),
    ['out', <Out key="out" />],
  ];
  return (
    <>
      <PageTitle title={t('web.page_profile')} />
      <div className={styles.page}>
        <nav className={styles.parts} aria-label={t('settings.sections')}>
          {parts.map(([id]) => (
            <a key={id} href={`#${id}`}>
              {nameOf(id)}
            </a>
          ))}
        </nav>
        <div className={styles.content}>
          {parts.map(([id, content]) => (
            <section key={id} id={id} className={styles.part} aria-labelledby={`${id}-name`}>
              <h2 id={`${id}-name`}>{nameOf(id)}</h2>
              {content}
            </section>
          ))}
        </div>
      </div>
    </>
  );
}

/** What the firm has written down about one; it is changed by those who look after people. */
function Me() {
  const { t } = useTranslation();
  const me = useSession((state) => state.me);
  // The page stands before anybody has answered who one is only where nobody does.
  if (!me) return <ErrorPanel error={new CallError(0, undefined)} onRetry={() => location.reload()} />;
  const facts: [string, string][] = [
    [t('settings.name'), `${me.first_name} ${me.last_name}`],
    [t('access.email'), me.email],
    [t('settings.profile_firm'), me.tenant.name],
    [t('settings.profile_grade'), me.grade],
    [t('settings.profile_role'), me.role],
    [t('settings.profile_teams'), me.teams.map(({ name }) => name).join(', ') || '–'],
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.about}>{t('settings.profile_me_text')}</p>
    </>
  );
}

function Notifications() {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.about}>{t('settings.profile_notifications_text')}</p>
      <Suspense fallback={<Waiting rows={3} />}>
        <NotificationSwitches />
      </Suspense>
    </>
  );
}

/** The firms of one's account. Going over begins with a fresh page; other open tabs follow. */
function Firms() {
  const { t } = useTranslation();
  const reason = useReason();
  const me = useSession((state) => state.me);
  const [going, setGoing] = useState<Tenant['id']>();
  const go = async (tenant: Tenant): Promise<void> => {
    setGoing(tenant.id);
    try {
      await changeTenant(tenant);
    } catch (error) {
      notify.error(reason(error));
      setGoing(undefined);
    }
  };
  return (
    <>
      <p className={styles.about}>{t('settings.profile_firms_text', { name: me?.tenant.name })}</p>
      <div className={styles.line}>
        {me?.tenants
          .filter(({ id }) => id !== me.tenant.id)
          .map((tenant) => (
            <Button key={tenant.id} busy={going === tenant.id} onClick={() => void go(tenant)}>
              {t('web.go_to_firm', { name: tenant.name })}
            </Button>
          ))}
      </div>
    </>
  );
}

function Out() {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.about}>{t('settings.profile_out_text')}</p>
      <Button onClick={() => void signOut()}>{t('web.sign_out')}</Button>
    </>
  );
}
