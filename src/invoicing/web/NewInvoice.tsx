import { Checkbox } from '@mantine/core';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../kit/day.ts';
import { useClientOptions, useProjectOptions } from '../../clients/web/public.tsx';
import { At, FormBody, FormDrawer, formStyles, useForm } from '../../web/form/index.ts';
import * as format from '../../web/format.ts';
import { Button, EXTRA, Loaded, Select, TextInput, Waiting } from '../../web/ui/index.ts';
import type { Group } from '../rules.ts';
import {
  type Details,
  type LastUsed,
  type Preview,
  call,
  isId,
  useCurrencies,
  useLastUsed,
  usePreview,
  useTaken,
} from './invoices-data.ts';
import styles from './Invoices.module.css';
import { TimeLines, stillThere } from './TimeLines.tsx';
import { TimeUntil } from './TimeUntil.tsx';

export interface NewInvoiceProps {
  open: boolean;
  /** The project that is billed, where the way there names one. */
  projectId: string | null;
  onClose: () => void;
  onMade: (id: string) => void;
  /** Time of a project is rather given up. */
  onWriteOff: (projectId: string) => void;
}

/** A new draft: of the approved unbilled time of a project up to a day, of instalments, or empty for a client. */
export function NewInvoice({ open, projectId, onClose, onMade, onWriteOff }: NewInvoiceProps) {
  const { t } = useTranslation();
  return (
    <FormDrawer open={open} onClose={onClose} title={t('invoicing.new')} save={t('invoicing.make_draft')} size="wide">
      {open && <NewForm projectId={projectId} onMade={onMade} onWriteOff={onWriteOff} />}
    </FormDrawer>
  );
}

interface Draft {
  project_id: string | null;
  client_id: string | null;
  /** Of what is written by hand; null: as last time, else the client's or the firm's. */
  currency: string | null;
  reference: string | null;
  until: string;
  group_by: Group | null;
  /** Lines that are left out, by their key. */
  left_out: readonly string[];
  instalment_ids: readonly string[] | null;
}

/** The last day of the month before: up to where time is usually billed. */
const monthEnd = (): string => addDays(`${format.today().slice(0, 7)}-01`, -1);

function create(draft: Draft, preview: Preview | undefined, last: LastUsed | undefined): Promise<Details> {
  const { project_id, client_id, until, group_by, left_out, instalment_ids } = draft;
  if (project_id === null) {
    const [currency, reference] = [draft.currency ?? last?.currency, draft.reference ?? last?.reference];
    const body = { client_id: client_id ?? '', ...(currency ? { currency } : {}), ...(reference ? { reference } : {}) };
    return call('POST /api/invoices', { body });
  }
  const keys = (preview?.lines ?? []).map(({ key }) => key).filter((key) => !left_out.includes(key));
  const chosen = instalment_ids ?? (preview?.instalments ?? []).filter(({ due }) => due).map(({ id }) => id);
  return call('POST /api/invoices', {
    body: {
      project_id,
      ...(group_by ? { group_by } : {}),
      ...(keys.length > 0 ? { until, keys } : {}),
      ...(chosen.length > 0 ? { instalment_ids: [...chosen] } : {}),
    },
  });
}

function NewForm({ projectId, onMade, onWriteOff }: Pick<NewInvoiceProps, 'projectId' | 'onMade' | 'onWriteOff'>) {
  const { t } = useTranslation();
  const taken = useTaken();
  const [typed, setTyped] = useState('');
  const form = useForm<Details, Draft>({
    row: undefined,
    draftOf: () => ({
      project_id: projectId !== null && isId(projectId) ? projectId : null,
      client_id: null,
      currency: null,
      reference: null,
      until: projectId === null ? monthEnd() : format.today(),
      group_by: null,
      left_out: [],
      instalment_ids: null,
    }),
    check: ({ project_id, client_id }) => ({
      ...(project_id === null && client_id === null ? { project_id: t('invoicing.project_missing') } : {}),
    }),
    save: (_changes, _version, draft) => create(draft, preview.data, last.data),
    onSaved: (details) => {
      taken(details);
      onMade(details.id);
    },
  });
  const { draft, set, errors } = form;
  const preview = usePreview(draft.project_id, draft.until, draft.group_by ?? undefined);
  const projects = useProjectOptions(useDeferredValue(typed), draft.project_id ? [draft.project_id] : []);
  const clients = useClientOptions();
  const last = useLastUsed(draft.project_id, draft.client_id);
  const currencies = useCurrencies();
  const labels = {
    project_id: t('invoicing.project'),
    client_id: t('invoicing.client'),
    currency: t('invoicing.currency'),
    reference: t('invoicing.reference'),
    until: t('invoicing.until'),
    group_by: t('invoicing.group_by'),
    left_out: t('invoicing.time'),
    instalment_ids: t('invoicing.instalments'),
  };
  const group = draft.group_by ?? preview.data?.group_by ?? 'person';
  return (
    <FormBody form={form} name={t('invoicing.new')} labels={labels} free={['id', 'add']}>
      <div className={formStyles.fields}>
        <At field="project_id" wide>
          <Select
            label={labels.project_id}
            options={projects}
            value={draft.project_id ?? undefined}
            onChange={(id) => set({ project_id: id ?? null, left_out: [], instalment_ids: null })}
            onSearch={setTyped}
            placeholder={t('invoicing.no_project')}
            error={errors.project_id}
          />
        </At>
        {draft.project_id === null ? (
          <>
            <At field="client_id" wide>
              <Select
                label={labels.client_id}
                description={t('invoicing.by_hand')}
                options={clients}
                value={draft.client_id ?? undefined}
                onChange={(id) => set({ client_id: id ?? null, currency: null, reference: null })}
                error={errors.client_id}
              />
            </At>
            {draft.client_id !== null && (
              <>
                <At field="currency">
                  <Select
                    label={labels.currency}
                    options={currencies}
                    value={draft.currency ?? last.data?.currency ?? undefined}
                    onChange={(id) => set({ currency: id ?? null })}
                    placeholder={t('invoicing.usual_currency')}
                    error={errors.currency}
                  />
                </At>
                <At field="reference">
                  <TextInput
                    label={labels.reference}
                    value={draft.reference ?? last.data?.reference ?? ''}
                    onChange={(reference) => set({ reference })}
                    extra={EXTRA.free}
                    maxLength={100}
                    error={errors.reference}
                  />
                </At>
              </>
            )}
          </>
        ) : (
          <TimeUntil
            until={draft.until}
            group={group}
            onChange={(change) => set({ ...change, left_out: [] })}
            error={errors.until}
          />
        )}
      </div>
      {last.data?.number && <Last last={last.data} />}
      {draft.project_id !== null && (
        <Loaded query={preview} skeleton={<Waiting rows={5} />}>
          {(found) => (
            <Found
              found={found}
              draft={draft}
              set={set}
              errors={errors}
              onWriteOff={() => draft.project_id !== null && onWriteOff(draft.project_id)}
            />
          )}
        </Loaded>
      )}
    </FormBody>
  );
}

/** What was sent last, so that nobody has to look for it. */
function Last({ last }: { last: LastUsed }) {
  const { t } = useTranslation();
  const { number, issued_on, seller, payment_days, reference, currency } = last;
  return (
    <p className={styles.quiet}>
      {t('invoicing.last_used', { number, day: issued_on ? format.day(issued_on) : '' })}{' '}
      {[seller, currency, t('invoicing.in_days', { count: payment_days ?? 0 }), reference].filter(Boolean).join(' · ')}
    </p>
  );
}

interface FoundProps {
  found: Preview;
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  errors: Partial<Record<keyof Draft & string, string>>;
  onWriteOff: () => void;
}

/** What would be billed, line by line; what is not to be billed yet is left out. */
function Found({ found, draft, set, errors, onWriteOff }: FoundProps) {
  const { t } = useTranslation();
  const due = found.instalments.filter((each) => each.due).map(({ id }) => id);
  const chosen = draft.instalment_ids ?? due;
  const turn = (id: string): void =>
    set({ instalment_ids: chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id] });
  const leftOut = stillThere(draft.left_out, found);
  useEffect(() => {
    if (leftOut !== draft.left_out) set({ left_out: leftOut });
  }, [leftOut, draft.left_out, set]);
  return (
    <>
      <At field="left_out" wide>
        <TimeLines found={found} leftOut={leftOut} onLeaveOut={(left_out) => set({ left_out })} error={errors.left_out}>
          {found.lines.length > 0 && (
            <div>
              <Button size="sm" level="subtle" onClick={onWriteOff}>
                {t('invoicing.write_off_instead')}
              </Button>
            </div>
          )}
        </TimeLines>
      </At>
      {found.instalments.length > 0 && (
        <At field="instalment_ids" wide>
          <section aria-label={t('invoicing.instalments')} className={styles.part}>
            <h3>{t('invoicing.instalments')}</h3>
            <ul className={styles.choices}>
              {found.instalments.map(({ id, label, amount, due_on }) => (
                <li key={id}>
                  <Checkbox label={label} checked={chosen.includes(id)} onChange={() => turn(id)} />
                  <span>{due_on ? t('invoicing.due', { day: format.day(due_on) }) : ''}</span>
                  <strong>{format.money(amount, found.currency)}</strong>
                </li>
              ))}
            </ul>
            {errors.instalment_ids && (
              <p role="alert" className={styles.wrong}>
                {errors.instalment_ids}
              </p>
            )}
          </section>
        </At>
      )}
    </>
  );
}
