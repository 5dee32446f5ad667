import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../web/session.ts';
import { Waiting } from '../../web/ui/index.ts';
import styles from './UserDetails.module.css';
import { type UserPartProps, userParts } from './user-parts.ts';

/** What the other rooms know of a person. */
export function UserParts({ userId }: UserPartProps) {
  const { t } = useTranslation();
  const may = useMayCall();
  const parts = userParts.parts().filter(({ access }) => access === undefined || may(access));
  return (
    <div className={styles.parts}>
      {parts.map(({ id, title, Content }) => (
        <section key={id} aria-labelledby={`part-${id}`}>
          <h2 id={`part-${id}`}>{t(title)}</h2>
          <Suspense fallback={<Waiting rows={4} />}>
            <Content userId={userId} />
          </Suspense>
        </section>
      ))}
    </div>
  );
}
