import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../web/session.ts';
import { Link } from '../../web/ui/index.ts';
import { ApiTokens } from './ApiTokens.tsx';
import { PersonInvitation } from './PersonInvitation.tsx';
import styles from './Profile.module.css';
import matrix from './RoleAccess.module.css';
import { SessionList } from './SessionList.tsx';
import { type Asked, WhyQuestion } from './WhyQuestion.tsx';

export interface PersonAccessProps {
  id: string;
  name: string;
}

/**
 * The invitation, for those who invite; and what administrators see of a person's access: where they are signed in, and why
 * something is open or closed to them.
 */
export function PersonAccess({ id, name }: PersonAccessProps) {
  const { t } = useTranslation();
  const may = useMayCall();
  const [asked, setAsked] = useState<Asked>({ page: '', operation: '' });
  const invites = may('users.invite') && <PersonInvitation id={id} name={name} />;
  if (!may('administrator')) return invites;
  return (
    <>
      {invites}
      <section className={styles.person} aria-labelledby="person-sessions">
        <h2 id="person-sessions">{t('settings.profile_sessions')}</h2>
        <p className={styles.about}>{t('settings.person_sessions_text')}</p>
        <SessionList of={{ id, name }} />
        <h3>{t('settings.profile_tokens')}</h3>
        <ApiTokens of={{ id, name }} />
        <p>
          <Link to="/admin/settings" search={{ section: 'audit', entity_id: id }}>
            {t('settings.person_history')}
          </Link>
        </p>
      </section>
      <section className={styles.person} aria-labelledby="person-why">
        <h2 id="person-why">{t('settings.why_question')}</h2>
        <div className={matrix.why}>
          <WhyQuestion person={id} {...asked} onAsk={setAsked} />
        </div>
      </section>
    </>
  );
}
