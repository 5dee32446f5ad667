import { useTranslation } from 'react-i18next';
import { useAddress, whole } from '../../web/address.ts';
import * as format from '../../web/format.ts';
import { type Column, DataTable, EmptyState, Loaded, Waiting } from '../../web/ui/index.ts';
import { type Change, useChanges } from './rates-data.ts';

const codecs = { page: whole(1), per_page: whole(25) };
const SIZES = [25, 50, 100, 200];

/** Who changed the rates of a service line, when, and from which day on they hold. */
export function ChangesTab({ line }: { line: string }) {
  const { t } = useTranslation();
  const [{ page, per_page }, setValues] = useAddress(codecs);
  const query = useChanges({ service_line_id: line, page, per_page: SIZES.includes(per_page) ? per_page : 25 });
  const columns: Column<Change>[] = [
    { id: 'at', header: t('rates.changed_at'), cell: (row) => format.instant(String(row.at)), fixed: true, width: 150 },
    { id: 'user', header: t('rates.changed_by'), cell: (row) => row.user, card: true },
    { id: 'from', header: t('rates.valid_from'), cell: (row) => format.day(row.valid_from), card: true },
    {
      id: 'what',
      header: t('rates.what'),
      cell: (row) => t('rates.added_changed', { added: format.number(row.added), changed: format.number(row.changed) }),
      card: true,
    },
    { id: 'origin', header: t('rates.origin'), cell: (row) => t(`rates.origin_${row.origin}`) },
    { id: 'note', header: t('rates.note'), cell: (row) => row.note, card: 'line' },
  ];
  return (
    <Loaded query={query} skeleton={<Waiting rows={6} />}>
      {(answer) => (
        <DataTable
          name="rate_changes"
          caption={t('rates.tab_changes')}
          columns={columns}
          rows={answer.rows}
          rowKey={({ id }) => id}
          pagination={answer.pagination}
          onPage={(next, perPage) => setValues({ page: next, per_page: perPage })}
          empty={<EmptyState title={t('rates.no_changes')} />}
        />
      )}
    </Loaded>
  );
}
