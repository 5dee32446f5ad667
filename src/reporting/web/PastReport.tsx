import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { text } from '../../web/i18n/text.ts';
import { Button, type Column, DataTable, Loaded, Waiting } from '../../web/ui/index.ts';
import type { ChangedSince } from '../contract.ts';
import { hoursText } from './names.ts';
import { callReporting } from './report-data.ts';
import styles from './Report.module.css';
import type { ReportState } from './use-report.ts';

const PER_PAGE = 25;

/** That the page shows a day gone by, the way back, and what changed since. */
export default function PastReport({ report, mayLook }: { report: ReportState; mayLook: boolean }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { asOf, setAsOf } = report;
  if (asOf === undefined) return null;
  return (
    <section className={styles.past} aria-label={t('reporting.as_of')}>
      <p role="status">{t('reporting.as_of_says', { day: format.day(asOf) })}</p>
      <div className={styles.pastActs}>
        <Button size="sm" onClick={() => setAsOf(undefined)}>
          {t('reporting.as_of_back')}
        </Button>
        {mayLook && (
          <Button size="sm" aria-expanded={opened} onClick={() => setOpened(!opened)}>
            {t('reporting.since')}
          </Button>
        )}
      </div>
      {opened && <Changes report={report} asOf={asOf} />}
    </section>
  );
}

type Row = ChangedSince['rows'][number];

function Changes({ report, asOf }: { report: ReportState; asOf: string }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { body } = report;
  const query = useQuery({
    queryKey: ['report', 'since', body, page],
    queryFn: ({ signal }) =>
      callReporting(
        'POST /api/utilization/changed_since',
        { body: { ...body, as_of: asOf, page, per_page: PER_PAGE } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    enabled: !report.tooLong,
  });
  return (
    <Loaded query={query} skeleton={<Waiting rows={4} />}>
      {(data) => {
        const pages = Math.ceil(data.count / PER_PAGE);
        return (
          <>
            <p>
              {data.count === 0
                ? t('reporting.since_none')
                : t('reporting.since_says', {
                    count: data.count,
                    shown: format.number(data.count),
                    before: hoursText(data.seconds_then),
                    now: hoursText(data.seconds_now),
                  })}
            </p>
            {data.facts.length > 0 && (
              <p>
                {t('reporting.since_facts')}{' '}
                {data.facts.map(({ kind, count }) => t(`reporting.since_${kind}`, { count: format.number(count) })).join('; ')}
              </p>
            )}
            {data.count > 0 && (
              <DataTable<Row>
                name="changed_since"
                caption={t('reporting.since')}
                columns={columns()}
                rows={data.rows}
                rowKey={(row) => row.id}
                pagination={{ page, pages, per_page: PER_PAGE, total: data.count, has_next: page < pages, has_prev: page > 1 }}
                onPage={setPage}
              />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

const columns = (): Column<Row>[] => [
  { id: 'person', header: text('reporting.person'), cell: (row) => row.person, fixed: true, width: 160 },
  { id: 'then', header: text('reporting.since_then'), cell: (row) => stoodText(row.then) },
  { id: 'now', header: text('reporting.since_now'), cell: (row) => stoodText(row.now) },
  {
    id: 'at',
    header: text('reporting.since_at'),
    cell: (row) => (row.at ? [format.instant(row.at), row.by].filter(Boolean).join(', ') : text('reporting.since_import')),
  },
];

/** An entry in one line. */
const stoodText = (stood: Row['then']): string =>
  stood
    ? [
        format.day(stood.day),
        text('reporting.h', { hours: hoursText(stood.seconds) }),
        stood.project ?? text('reporting.no_project'),
        text(stood.chargeable ? 'reporting.chargeable' : 'reporting.internal'),
      ].join(' · ')
    : text('reporting.since_absent');
