import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjectOptions } from '../../clients/web/public.tsx';
import { At, FormBody, FormDrawer, formStyles, useForm } from '../../web/form/index.ts';
import * as format from '../../web/format.ts';
import { EXTRA, Loaded, Select, TextInput, Waiting, notify } from '../../web/ui/index.ts';
import type { Group } from '../rules.ts';
import { INVOICES, type Preview, type WriteOff, call, isId, usePreview } from './invoices-data.ts';
import { TimeLines, stillThere } from './TimeLines.tsx';
import { TimeUntil } from './TimeUntil.tsx';

export interface NewWriteOffProps {
  open: boolean;
  /** The project whose time is given up, where the way there names one. */
  projectId: string | null;
  onClose: () => void;
  onMade: (id: string) => void;
}

/** Approved unbilled time of a project that is given up without an invoice: somebody else has to agree. */
export function NewWriteOff({ open, projectId, onClose, onMade }: NewWriteOffProps) {
  const { t } = useTranslation();
  return (
    <FormDrawer open={open} onClose={onClose} title={t('invoicing.write_off')} save={t('invoicing.ask_write_off')} size="wide">
      {open && <NewForm projectId={projectId} onMade={onMade} />}
    </FormDrawer>
  );
}

interface Draft {
  project_id: string | null;
  until: string;
  group_by: Group | null;
  /** Lines that are kept, by their key. */
  keys: readonly string[];
  reason: string;
}

const writtenOff = (found: Preview | undefined, kept: readonly string[]) =>
  (found?.lines ?? []).filter(({ key }) => !kept.includes(key));

function NewForm({ projectId, onMade }: Pick<NewWriteOffProps, 'projectId' | 'onMade'>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const form = useForm<WriteOff, Draft>({
    row: undefined,
    draftOf: () => ({
      project_id: projectId !== null && isId(projectId) ? projectId : null,
      until: format.today(),
      group_by: null,
      keys: [],
      reason: '',
    }),
    check: ({ project_id, keys, reason }) => ({
      ...(project_id === null ? { project_id: t('invoicing.choose_project') } : {}),
      ...(preview.data && writtenOff(preview.data, keys).length === 0 ? { keys: t('invoicing.write_off_nothing') } : {}),
      ...(reason.trim() === '' ? { reason: t('invoicing.reason_missing') } : {}),
    }),
    save: (_changes, _version, { project_id, until, group_by, keys, reason }) =>
      call('POST /api/write_offs', {
        body: {
          project_id: project_id ?? '',
          until,
          ...(group_by ? { group_by } : {}),
          keys: writtenOff(preview.data, keys).map(({ key }) => key),
          reason,
        },
      }),
    onSaved: ({ id, tier }) => {
      void client.invalidateQueries({ queryKey: INVOICES });
      notify.success(t('invoicing.write_off_asked', { tier }));
      onMade(id);
    },
  });
  const { draft, set, errors } = form;
  const preview = usePreview(draft.project_id, draft.until, draft.group_by ?? undefined);
  const projects = useProjectOptions(useDeferredValue(typed), draft.project_id ? [draft.project_id] : []);
  const labels = {
    project_id: t('invoicing.project'),
    until: t('invoicing.until'),
    group_by: t('invoicing.group_by'),
    keys: t('invoicing.time'),
    reason: t('invoicing.reason'),
  };
  return (
    <FormBody form={form} name={t('invoicing.write_off')} labels={labels} free={['id', 'off']}>
      <div className={formStyles.fields}>
        <At field="project_id" wide>
          <Select
            label={labels.project_id}
            description={t('invoicing.write_off_text')}
            options={projects}
            value={draft.project_id ?? undefined}
            onChange={(id) => set({ project_id: id ?? null, keys: [] })}
            onSearch={setTyped}
            error={errors.project_id}
          />
        </At>
        <TimeUntil
          until={draft.until}
          group={draft.group_by ?? preview.data?.group_by ?? 'person'}
          onChange={(change) => set({ ...change, keys: [] })}
          error={errors.until}
        />
      </div>
      {draft.project_id !== null && (
        <At field="keys" wide>
          <Loaded query={preview} skeleton={<Waiting rows={5} />}>
            {(found) => (
              <TimeLines
                found={found}
                leftOut={stillThere(draft.keys, found)}
                onLeaveOut={(keys) => set({ keys })}
                error={errors.keys}
              />
            )}
          </Loaded>
        </At>
      )}
      <At field="reason" wide>
        <TextInput
          label={labels.reason}
          description={t('invoicing.write_off_reason_text')}
          value={draft.reason}
          onChange={(reason) => set({ reason })}
          extra={EXTRA.free}
          maxLength={500}
          required
          error={errors.reason}
        />
      </At>
    </FormBody>
  );
}
