import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconBooks, IconChevronLeft, IconChevronRight, IconCopy, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress, whole, word } from '../../web/address.ts';
import * as format from '../../web/format.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  IconButton,
  Loaded,
  Waiting,
  notify,
  useReason,
  besideOf,
} from '../../web/ui/index.ts';
import styles from './Countries.module.css';
import { type Country, type Holiday, useRulesChanged } from './countries-data.ts';
import { HolidayDrawer } from './HolidayDrawer.tsx';
import { RULES, call } from './leave-data.ts';
import { YearStrip } from './YearStrip.tsx';

const codecs = { year: whole(0, 0), region: word(), page: whole(1), per_page: whole(100), id: word() };
const SIZES = [25, 50, 100, 200];
const [FIRST_YEAR, LAST_YEAR] = [2000, 2100];

/** Public holidays of a country in a year: from the library, with the firm's own changes. */
export function HolidaysTab({ country }: { country: Country }) {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(codecs);
  const may = useMayCall();
  const canEdit = usePageFlag('can_edit', 'countries_settings');
  const mayAdd = canEdit && may('pto.create');
  const mayChange = canEdit && may('pto.update');
  const now = Number(format.today().slice(0, 4));
  const year = values.year >= FIRST_YEAR && values.year <= LAST_YEAR ? values.year : now;
  const asked = {
    country: country.code,
    year,
    ...(values.region ? { region: values.region } : {}),
    page: values.page,
    per_page: SIZES.includes(values.per_page) ? values.per_page : 100,
  };
  const query = useQuery({
    queryKey: [...RULES, 'holidays', asked],
    queryFn: ({ signal }) => call('GET /api/public_holidays', { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns(country);
  const [busy, run] = useAdding();
  const rows = query.data?.rows ?? [];
  const beside = besideOf(
    rows,
    (row) => row.id === values.id,
    (row) => setValues({ id: row.id }, { replace: true }),
  );
  const turn = (to: number): void => setValues({ year: to === now ? 0 : to, page: 1 });
  const fromLibrary = (): Promise<void> =>
    run(() => call('POST /api/public_holidays/library', { body: { country: country.code, year } }));
  const copy = (): Promise<void> =>
    run(() => call('POST /api/public_holidays/copy', { body: { country: country.code, from_year: year - 1, to_year: year } }));
  return (
    <>
      <FilterBar
        screen="public_holidays"
        page="page"
        codecs={codecs}
        values={values}
        onChange={setValues}
        count={query.data?.pagination.total}
        filters={
          country.regions.length > 0
            ? [
                {
                  kind: 'one',
                  id: 'region',
                  label: t('leave.region'),
                  options: country.regions.map(({ code, name }) => ({ id: code, name, hint: code })),
                },
              ]
            : []
        }
      >
        <div className={styles.steps}>
          <IconButton label={t('leave.year_before')} icon={<IconChevronLeft size={18} />} onClick={() => turn(year - 1)} />
          <strong>{year}</strong>
          <IconButton label={t('leave.year_after')} icon={<IconChevronRight size={18} />} onClick={() => turn(year + 1)} />
        </div>
      </FilterBar>
      {(mayChange || mayAdd) && (
        <div className={styles.acts}>
          {mayChange && (
            <Button busy={busy} icon={<IconBooks size={16} aria-hidden="true" />} onClick={() => void fromLibrary()}>
              {t('leave.from_library')}
            </Button>
          )}
          {mayAdd && (
            <Button busy={busy} icon={<IconCopy size={16} aria-hidden="true" />} onClick={() => void copy()}>
              {t('leave.copy_year', { year: year - 1 })}
            </Button>
          )}
          {mayAdd && (
            <Button icon={<IconPlus size={16} aria-hidden="true" />} onClick={() => setValues({ id: 'new' })}>
              {t('leave.add_holiday')}
            </Button>
          )}
        </div>
      )}
      <Loaded query={query} skeleton={<Waiting rows={8} />}>
        {(answer) => (
          <>
            {answer.rows.length > 0 && <YearStrip year={year} holidays={answer.rows} region={values.region} />}
            <DataTable
              name="public_holidays"
              caption={t('leave.tab_holidays')}
              columns={columns}
              rows={answer.rows}
              rowKey={(row) => row.id}
              pagination={answer.pagination}
              onPage={(page, perPage) => setValues({ page, per_page: perPage })}
              onOpen={(row) => setValues({ id: row.id })}
              empty={
                <EmptyState
                  title={t('leave.no_holidays', { year })}
                  action={mayChange ? { label: t('leave.from_library'), onClick: () => void fromLibrary() } : undefined}
                />
              }
            />
          </>
        )}
      </Loaded>
      <HolidayDrawer
        id={values.id}
        country={country}
        year={year}
        holiday={rows.find((row) => row.id === values.id)}
        query={query}
        canEdit={canEdit}
        onClose={() => setValues({ id: '' })}
        onNext={beside(1)}
        onPrevious={beside(-1)}
      />
    </>
  );
}

/** Adds several days at once, and says how many. */
function useAdding(): [busy: boolean, run: (work: () => Promise<{ added: number }>) => Promise<void>] {
  const { t } = useTranslation();
  const reason = useReason();
  const changed = useRulesChanged();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<{ added: number }>): Promise<void> => {
    setBusy(true);
    try {
      const { added } = await work();
      notify.success(added > 0 ? t('leave.holidays_added', { count: added }) : t('leave.holidays_all_there'));
    } catch (error) {
      notify.error(reason(error));
    }
    setBusy(false);
    await changed();
  };
  return [busy, run];
}

function useColumns(country: Country): Column<Holiday>[] {
  const { t } = useTranslation();
  return [
    { id: 'name', header: t('leave.holiday'), cell: (row) => row.name, fixed: true, width: 200 },
    { id: 'day', header: t('leave.day'), cell: (row) => format.day(row.day, 'short'), width: 110, card: true },
    {
      id: 'region',
      header: t('leave.region'),
      cell: (row) =>
        row.region === null
          ? t('leave.nationwide')
          : (country.regions.find(({ code }) => code === row.region)?.name ?? row.region),
      width: 150,
    },
    { id: 'half', header: t('leave.length'), cell: (row) => t(row.half ? 'leave.half_day' : 'leave.whole_day'), card: true },
    {
      id: 'origin',
      header: t('leave.origin'),
      cell: (row) =>
        row.origin === 'firm' ? (
          <Badge variant="default" tt="none">
            {t('leave.origin_firm')}
          </Badge>
        ) : (
          t('leave.origin_library')
        ),
    },
  ];
}
