import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formStyles } from '../../web/form/index.ts';
import { day } from '../../web/format.ts';
import { usePageFlag } from '../../web/session.ts';
import { Button, ErrorPanel, Loaded, Waiting, confirm, notify } from '../../web/ui/index.ts';
import { type Leaver, PRIVACY, leaverKey, useLeaver } from './privacy-data.ts';
import { Restriction } from './Restriction.tsx';
import { call } from './tickets-data.ts';

/** Until when the records of a person are kept, and whether they may be used; afterwards the person can be erased. */
export default function ErasePerson({ userId }: { userId: string }) {
  return (
    <Loaded query={useLeaver(userId)} skeleton={<Waiting rows={2} />}>
      {(row) => <Kept row={row} />}
    </Loaded>
  );
}

function Kept({ row }: { row: Leaver }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const canEdit = usePageFlag('can_edit', 'users');
  const [error, setError] = useState<unknown>();
  const { name, state, due_on, months } = row;
  const erase = async (): Promise<void> => {
    const sure = await confirm({
      title: t('support.erase_title', { name }),
      text: t('support.erase_text'),
      action: t('support.erase'),
      danger: true,
      typed: name,
    });
    if (!sure) return;
    setError(undefined);
    try {
      const erased = await call('POST /api/privacy/leavers/:id/erase', { params: { id: row.user_id } });
      client.setQueryData(leaverKey(row.user_id), erased);
      notify.success(t('support.erased', { name: erased.name }));
      void client.invalidateQueries({ queryKey: ['users'] });
      void client.invalidateQueries({ queryKey: PRIVACY, exact: true });
      void client.invalidateQueries({ queryKey: [...PRIVACY, 'leavers'] });
    } catch (refusal) {
      setError(refusal);
    }
  };
  return (
    <>
      {error !== undefined && <ErrorPanel error={error} title={t('support.not_erased')} />}
      <p>{t(`support.person_${state}`, { name, day: due_on === null ? '' : day(due_on), count: months })}</p>
      {state !== 'erased' && <Restriction row={row} />}
      {state === 'due' && canEdit && (
        <div className={formStyles.danger}>
          <p>{t(row.is_active ? 'support.erase_active' : 'support.erase_text')}</p>
          {!row.is_active && <Button onClick={() => void erase()}>{t('support.erase_dots')}</Button>}
        </div>
      )}
    </>
  );
}
