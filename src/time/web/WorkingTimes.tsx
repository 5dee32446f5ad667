import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAddress, word } from '../../web/address.ts';
import type { ReplyTo } from '../../web/api.ts';
import { At, FormBody, RecordDrawer, formStyles, useForm } from '../../web/form/index.ts';
import * as format from '../../web/format.ts';
import { useSession } from '../../web/session.ts';
import { type Column, DataTable, HoursField, Loaded, Select, Waiting, besideOf, notify } from '../../web/ui/index.ts';
import type { timeContract } from '../contract.ts';
import { callTime } from './sheet-query.ts';
import styles from './WorkingTimes.module.css';

type Row = ReplyTo<(typeof timeContract)['GET /api/working_times']>['rows'][number];
type Limit = 'day_minutes' | 'week_minutes' | 'rest_minutes';
type Draft = Pick<Row, Limit | 'act'>;

const TIMES = ['working-times'];
const codecs = { country: word() };
const LIMITS: readonly (readonly [Limit, number])[] = [
  ['day_minutes', 24],
  ['week_minutes', 168],
  ['rest_minutes', 24],
];

const useCountryName = (): ((code: string) => string) => {
  const countries = useSession((state) => state.firm?.countries ?? []);
  return (code) => countries.find((each) => each.code === code)?.name ?? code;
};

/** What each of the firm's countries asks of working time, and whether what passes it is warned of or refused. */
export function WorkingTimes({ editable }: { editable: boolean }) {
  const { t } = useTranslation();
  const [{ country }, setAddress] = useAddress(codecs);
  const nameOf = useCountryName();
  const query = useQuery({
    queryKey: TIMES,
    queryFn: ({ signal }) => callTime('GET /api/working_times', { query: { per_page: 200 } }, { signal }),
  });
  const rows = (query.data?.rows ?? []).toSorted((a, b) => nameOf(a.country).localeCompare(nameOf(b.country)));
  const limit = (id: Limit): Column<Row> => ({
    id,
    header: t(`time.working_${id}`),
    align: 'right',
    card: true,
    cell: (row) => (row[id] === null ? t('time.working_none') : t('time.h', { hours: format.hoursOfMinutes(row[id]) })),
  });
  const columns: Column<Row>[] = [
    { id: 'country', header: t('time.country'), cell: (row) => nameOf(row.country), fixed: true, width: 180 },
    ...LIMITS.map(([id]) => limit(id)),
    { id: 'act', header: t('time.working_act'), card: true, cell: (row) => t(`time.working_act_${row.act}`) },
  ];
  const beside = besideOf(
    rows,
    (row) => row.country === country,
    (row) => setAddress({ country: row.country }, { replace: true }),
  );
  return (
    <section aria-labelledby="working-times" className={styles.section}>
      <h2 id="working-times">{t('time.working')}</h2>
      <p>{t('time.working_text')}</p>
      <Loaded query={query} skeleton={<Waiting rows={4} />}>
        {() => (
          <DataTable
            name="working_times"
            caption={t('time.working')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.country}
            onOpen={(row) => setAddress({ country: row.country })}
          />
        )}
      </Loaded>
      <RecordDrawer
        id={country}
        row={rows.find((row) => row.country === country)}
        nameOf={(row) => nameOf(row.country)}
        query={query}
        editable={editable}
        words={{ add: t('time.working'), one: t('time.country'), gone: t('time.country_gone') }}
        onClose={() => setAddress({ country: '' })}
        onNext={beside(1)}
        onPrevious={beside(-1)}
      >
        {(row) => row && <CountryForm row={row} editable={editable} onDone={() => setAddress({ country: '' })} />}
      </RecordDrawer>
    </section>
  );
}

const draftOf = (row: Row | undefined): Draft => ({
  day_minutes: row?.day_minutes ?? null,
  week_minutes: row?.week_minutes ?? null,
  rest_minutes: row?.rest_minutes ?? null,
  act: row?.act ?? 'warn',
});

function CountryForm({ row, editable, onDone }: { row: Row; editable: boolean; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm<Row, Draft>({
    row,
    draftOf,
    save: (changes, version) =>
      callTime('PUT /api/working_times', { body: { country: row.country, ...changes, version: version ?? row.version } }),
    onSaved: () => {
      notify.success(t('time.rules_saved'));
      onDone();
      void client.invalidateQueries({ queryKey: TIMES });
      void client.invalidateQueries({ queryKey: ['timesheet'] });
    },
  });
  const { draft, set, errors } = form;
  const labels = {
    day_minutes: t('time.working_day_minutes'),
    week_minutes: t('time.working_week_minutes'),
    rest_minutes: t('time.working_rest_minutes'),
    act: t('time.working_act'),
  };
  return (
    <FormBody form={form} name={t('time.working')} labels={labels}>
      <div className={formStyles.fields}>
        {LIMITS.map(([id, most]) => (
          <At key={id} field={id} wide>
            <HoursField
              label={labels[id]}
              description={t(`time.working_${id}_text`)}
              value={draft[id] === null ? undefined : draft[id] * 60}
              max={most * 3600}
              onChange={(seconds) => set({ [id]: seconds ? Math.round(seconds / 60) : null })}
              error={errors[id]}
              disabled={!editable}
            />
          </At>
        ))}
        <At field="act" wide>
          <Select
            label={labels.act}
            options={(['warn', 'refuse'] as const).map((id) => ({ id, name: t(`time.working_act_${id}`) }))}
            value={draft.act}
            onChange={(id) => set({ act: id === 'refuse' ? 'refuse' : 'warn' })}
            clearable={false}
            searchable={false}
            disabled={!editable}
          />
        </At>
      </div>
    </FormBody>
  );
}
