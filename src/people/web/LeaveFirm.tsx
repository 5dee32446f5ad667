import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formStyles } from '../../web/form/index.ts';
import { Button, ErrorPanel, confirm, notify } from '../../web/ui/index.ts';
import { USERS, type User, call } from './people-data.ts';
import styles from './UserDetails.module.css';

/** Deletes a person who left no trace; whom something refers to is deactivated, and what refers to them is shown. */
export function LeaveFirm({ user, onChanged }: { user: User; onChanged: (user: User) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  const [usedBy, setUsedBy] = useState('');

  const activate = async (): Promise<void> => {
    setError(undefined);
    try {
      onChanged(await call('POST /api/users/edit', { body: { userData: { id: user.id, is_active: true } } }));
      setUsedBy('');
    } catch (refusal) {
      setError(refusal);
    }
  };
  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: t('people.delete_title', { name: user.name }),
      text: t('people.delete_text'),
      action: t('web.delete'),
      danger: true,
      typed: user.name,
    });
    if (!sure) return;
    setError(undefined);
    try {
      const { deleted, deactivated } = await call('POST /api/users/delete', { body: { id: user.id } });
      if (deleted.includes(user.id)) {
        notify.success(t('people.deleted', { name: user.name }));
        client.removeQueries({ queryKey: [...USERS, 'one', user.id] });
        void client.invalidateQueries({ queryKey: [...USERS, 'list'] });
        await navigate({ to: '/admin/users' as never });
        return;
      }
      setUsedBy(deactivated.find(({ id }) => id === user.id)?.used_by ?? '');
      onChanged(await call('GET /api/users/:id', { params: { id: user.id } }));
      notify.undo(t('people.deactivated', { name: user.name }), activate);
    } catch (refusal) {
      setError(refusal);
    }
  };

  return (
    <section aria-label={t('people.delete_section')}>
      {error !== undefined && <ErrorPanel error={error} title={t('people.not_changed')} />}
      {usedBy && (
        <p className={styles.used} role="status">
          {t('people.kept', { name: user.name, used_by: usedBy })}
        </p>
      )}
      <div className={formStyles.danger}>
        <p>{user.is_active ? t('people.delete_text') : t('people.inactive_text')}</p>
        {!user.is_active && <Button onClick={() => void activate()}>{t('people.activate')}</Button>}
        <Button onClick={() => void remove()}>{t('web.delete_dots')}</Button>
      </div>
    </section>
  );
}
