import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer, RecordDrawer, RemoveRecord } from '../../web/form/index.ts';
import { useMayCall } from '../../web/session.ts';
import { notify } from '../../web/ui/index.ts';
import { type Country, type Policy, allCountries, useRulesChanged } from './countries-data.ts';
import { call } from './leave-data.ts';
import { PolicyForm } from './PolicyForm.tsx';

export interface PolicyDrawerProps {
  /** Id of a policy, `new`, or empty: closed. */
  id: string;
  country: string;
  policy: Policy | undefined;
  query: UseQueryResult<unknown>;
  canEdit: boolean;
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

/** One policy of a country, or a new one. */
export function PolicyDrawer({ id, country, policy, canEdit, onClose, ...rest }: PolicyDrawerProps) {
  const { t } = useTranslation();
  const may = useMayCall();
  const editable = canEdit && may(id === 'new' ? 'pto.create' : 'pto.update');
  return (
    <RecordDrawer
      {...rest}
      id={id}
      row={policy}
      nameOf={({ type }) => type}
      editable={editable}
      words={{ add: t('leave.add_policy'), one: t('leave.policy'), gone: t('leave.policy_gone') }}
      onClose={onClose}
    >
      {(row) => (
        <>
          <PolicyForm policy={row} country={country} editable={editable} onDone={onClose} />
          {row && editable && <RemovePolicy policy={row} onDone={onClose} />}
        </>
      )}
    </RecordDrawer>
  );
}

function RemovePolicy({ policy, onDone }: { policy: Policy; onDone: () => void }) {
  const { t } = useTranslation();
  const changed = useRulesChanged();
  const remove = async (): Promise<void> => {
    await call('DELETE /api/leave_policies/:id', { params: { id: policy.id } });
    notify.success(t('leave.policy_deleted'));
    onDone();
    await changed();
  };
  return (
    <RemoveRecord
      title={t('leave.delete_policy')}
      text={t('leave.delete_policy_text')}
      refused={t('leave.not_deleted')}
      remove={remove}
    />
  );
}

export interface NewCountryProps {
  open: boolean;
  /** Those that the firm has. */
  countries: readonly Country[];
  onClose: () => void;
}

/** A country that the firm has not yet: it comes with its first policy, and with its public holidays. */
export function NewCountry({ open, countries, onClose }: NewCountryProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const options = useMemo(
    () => (open ? allCountries().filter(({ id }) => !countries.some(({ code }) => code === id)) : []),
    [open, countries],
  );
  const done = ({ country }: Policy): void => void navigate({ to: '.', search: { country } as never });
  return (
    <FormDrawer open={open} onClose={onClose} title={t('leave.add_country')} save={t('web.add')}>
      <PolicyForm policy={undefined} country="" countries={options} editable onDone={done} />
    </FormDrawer>
  );
}
