import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { caller } from '../../web/api.ts';
import { At, FormBody, FormDrawer, NameField, formStyles, useForm } from '../../web/form/index.ts';
import { Choice, Select } from '../../web/ui/index.ts';
import type { accessContract } from '../contract.ts';
import { AREAS, type Area, EMPTY_TOKEN, type TokenDraft, scopesOf } from './token-draft.ts';

const call = caller<typeof accessContract>();
const TERMS = [30, 90, 180, 366];

export interface NewTokenProps {
  open: boolean;
  onClose: () => void;
  onMade: (made: { id: string; token: string }) => void;
}

/** What a new token is for, what it may and for how long. */
export function NewToken({ open, onClose, onMade }: NewTokenProps) {
  const { t } = useTranslation();
  return (
    <FormDrawer open={open} onClose={onClose} title={t('settings.new_token')} save={t('settings.make_token')}>
      <NewTokenForm
        onMade={(made) => {
          onClose();
          onMade(made);
        }}
      />
    </FormDrawer>
  );
}

function NewTokenForm({ onMade }: Pick<NewTokenProps, 'onMade'>) {
  const { t } = useTranslation();
  const [draftOf] = useState(() => (): TokenDraft => EMPTY_TOKEN);
  const form = useForm<{ id: string; token: string; version: number }, TokenDraft>({
    row: undefined,
    draftOf,
    check: ({ name, areas }) => ({
      ...(name.trim() === '' ? { name: t('settings.name_missing') } : {}),
      ...(areas.length === 0 ? { areas: t('settings.token_areas_missing') } : {}),
    }),
    save: async (_changes, _version, draft) => {
      const body = { name: draft.name.trim(), scopes: scopesOf(draft), days: draft.days };
      return { ...(await call('POST /api/api_tokens', { body })), version: 1 };
    },
    onSaved: ({ id, token }) => onMade({ id, token }),
  });
  const { draft, set, errors } = form;
  const areas = AREAS.map((id) => ({ id, name: t(`settings.token_area_${id}`) }));
  return (
    <FormBody
      form={form}
      name={t('settings.new_token')}
      labels={{
        name: t('settings.name'),
        areas: t('settings.token_areas'),
        writes: t('settings.token_may'),
        days: t('settings.token_days'),
      }}
    >
      <div className={formStyles.fields}>
        <NameField
          field="name"
          label={t('settings.name')}
          value={draft.name}
          onChange={(name) => set({ name })}
          maxLength={80}
          error={errors.name}
          autoFocus
        />
        <At field="areas" wide>
          <Select
            multiple
            label={t('settings.token_areas')}
            description={t('settings.token_areas_text')}
            options={areas}
            value={draft.areas}
            onChange={(chosen) => set({ areas: chosen as Area[] })}
            error={errors.areas}
            limit={6}
          />
        </At>
        <At field="writes" wide>
          <Choice
            label={t('settings.token_may')}
            options={[
              { id: 'read', name: t('settings.token_may_read') },
              { id: 'write', name: t('settings.token_may_write') },
            ]}
            value={draft.writes ? 'write' : 'read'}
            onChange={(chosen) => set({ writes: chosen === 'write' })}
          />
        </At>
        <At field="days" wide>
          <Select
            label={t('settings.token_days')}
            options={TERMS.map((days) => ({ id: String(days), name: t('settings.token_term', { count: days }) }))}
            value={String(draft.days)}
            onChange={(days) => days && set({ days: Number(days) })}
            clearable={false}
          />
        </At>
      </div>
    </FormBody>
  );
}
