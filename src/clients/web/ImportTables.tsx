import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { uploadTable, useFieldImports } from '../../settings/web/public.tsx';
import { number } from '../../web/format.ts';
import { type ImportField, type ImportRow, type Judged, TableImport } from '../../web/ui/index.ts';
import { LANGUAGES } from '../../kit/grades.ts';
import { LANGUAGE_NAMES } from '../../web/shell/appearance.ts';
import {
  BILLING_STATUSES,
  CLIENT_FIELDS,
  CLIENT_STATUSES,
  type ClientField,
  FEE_KINDS,
  PROJECT_FIELDS,
  type ProjectField,
  STATUSES,
} from '../rules.ts';
import { CLIENTS, PROJECTS, call, useClientOptions, useSectors } from './clients-data.ts';

const CLIENT_HEADERS: Readonly<Record<ClientField, string>> = {
  name: 'clients.client',
  sector: 'clients.sector',
  status: 'clients.status',
  group: 'clients.group',
  responsible: 'clients.responsible',
  legal_name: 'clients.legal_name',
  street: 'clients.street',
  postal_code: 'clients.postal_code',
  city: 'clients.city',
  country: 'clients.country',
  vat_id: 'clients.vat_id',
  billing_email: 'clients.billing_email',
  language: 'clients.language',
  currency: 'clients.currency',
  payment_days: 'clients.payment_days',
};
const PROJECT_HEADERS: Readonly<Record<ProjectField, string>> = {
  code: 'clients.code',
  name: 'clients.project',
  client: 'clients.client',
  managers: 'clients.managers',
  team: 'clients.team',
  status: 'clients.status',
  billing_status: 'clients.billing_status',
  chargeable: 'clients.chargeable',
  fee_kind: 'clients.fee_kind',
  starts_on: 'clients.starts_on',
  ends_on: 'clients.ends_on',
  budget_hours: 'clients.budget_hours',
  budget_fee: 'clients.budget_fee',
  currency: 'clients.currency',
};

interface KindProps {
  /** What comes in, as the texts name it. */
  kind: 'clients' | 'projects';
  fields: readonly ImportField[];
  template: () => Promise<void>;
  judge: (body: { filename: string } | { data: ImportRow[] }) => Promise<Judged>;
  apply: (rows: ImportRow[]) => Promise<{ created: number; unchanged: number }>;
}

function Import({ kind, fields, template, judge, apply }: KindProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const counted = (count: number) => ({ count, shown: number(count) });
  return (
    <TableImport
      name={`${kind}_import`}
      fields={fields}
      template={template}
      read={async (file) => judge({ filename: await uploadTable(file) })}
      check={(rows) => judge({ data: [...rows] })}
      apply={async (rows) => {
        const done = await apply([...rows]);
        for (const queryKey of [CLIENTS, PROJECTS]) void client.invalidateQueries({ queryKey });
        return done;
      }}
      words={{
        action: (count) => t(`clients.import_${kind}`, counted(count)),
        question: { title: (count) => t(`clients.import_${kind}_question`, counted(count)), text: t('clients.import_text') },
        done: (created, unchanged) =>
          [
            t(`clients.imported_${kind}`, counted(created)),
            ...(unchanged > 0 ? [t('clients.import_known', counted(unchanged))] : []),
          ].join(' '),
      }}
    />
  );
}

/** Many clients from a table: template, file, every row with every fault, then all of them at once. */
export function ImportClients() {
  const { t } = useTranslation();
  const options: Partial<Record<ClientField, ImportField['options']>> = {
    sector: useSectors().map((name) => ({ id: name, name })),
    status: CLIENT_STATUSES.map((id) => ({ id, name: t(`clients.client_${id}`) })),
    language: LANGUAGES.map((id) => ({ id, name: LANGUAGE_NAMES[id] ?? id })),
  };
  return (
    <Import
      kind="clients"
      fields={[
        ...CLIENT_FIELDS.map((id) => {
          const choices = options[id];
          return { id, header: t(CLIENT_HEADERS[id]), ...(choices ? { options: choices } : {}) };
        }),
        ...useFieldImports('clients'),
      ]}
      template={() => call.download('GET /api/clients/import_template', 'clients.xlsx', { query: {} })}
      judge={(body) => call('POST /api/clients/validate', { body })}
      apply={(data) => call('POST /api/clients/bulk_insert', { body: { data } })}
    />
  );
}

/** Many projects from a table. */
export function ImportProjects() {
  const { t } = useTranslation();
  const named = (list: readonly { name: string }[]) => list.map(({ name }) => ({ id: name, name }));
  const options: Partial<Record<ProjectField, ImportField['options']>> = {
    client: named(useClientOptions()),
    status: STATUSES.map((id) => ({ id, name: t(`clients.status_${id}`) })),
    billing_status: BILLING_STATUSES.map((id) => ({ id, name: t(`clients.billing_${id}`) })),
    chargeable: (['yes', 'no'] as const).map((id) => ({ id, name: t(`clients.${id}`) })),
    fee_kind: FEE_KINDS.map((id) => ({ id, name: t(`clients.fee_${id}`) })),
  };
  return (
    <Import
      kind="projects"
      fields={[
        ...PROJECT_FIELDS.map((id) => {
          const choices = options[id];
          return { id, header: t(PROJECT_HEADERS[id]), ...(choices ? { options: choices } : {}) };
        }),
        ...useFieldImports('projects'),
      ]}
      template={() => call.download('GET /api/projects/import_template', 'projects.xlsx', { query: {} })}
      judge={(body) => call('POST /api/projects/validate_table', { body })}
      apply={(data) => call('POST /api/projects/bulk_insert', { body: { data } })}
    />
  );
}
