import { IconChartBar, IconPlus } from '@tabler/icons-react';
import { Suspense, lazy, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '../../web/form/index.ts';
import { Button, EmptyState, PHONE, useMedia } from '../../web/ui/index.ts';
import { converted, floorsOfWhole, price } from '../rules.ts';
import { AddLine } from './AddLine.tsx';
import { AddTable } from './AddTable.tsx';
import { ApprovalPanel } from './ApprovalPanel.tsx';
import { withLine, withTable, withoutLine, withoutTable } from './draft.ts';
import styles from './Pricing.module.css';
import { MovedRates } from './MovedRates.tsx';
import type { Choices, Details } from './pricing-data.ts';
import { ResultPanel, Solver, WorstPanel } from './ResultPanel.tsx';
import { TableHead } from './TableHead.tsx';
import { TableSheet } from './TableSheet.tsx';
import { useDraft } from './use-draft.ts';
import { columnName } from './words.ts';

const PricingCharts = lazy(() => import('./PricingCharts.tsx'));

/** What may change in the address while something is typed: the chat beside it. */
const FREE = ['chat'];

export interface EditorProps {
  pricing: Details;
  choices: Choices;
}

/** The sheets of one version with what they come to. */
export function Editor({ pricing, choices }: EditorProps) {
  const { t } = useTranslation();
  const isPhone = useMedia(PHONE);
  const { shown, sees_cost: sees, kind } = pricing;
  const state = useDraft(pricing);
  const { draft, preview, isDirty, busy } = state;
  const editable = pricing.may.edit && !isPhone;
  const [adding, setAdding] = useState<number>();
  const [addingTable, setAddingTable] = useState(false);
  const [drawn, setDrawn] = useState(false);
  useLeaveGuard(() => isDirty, FREE);
  const columns = useMemo(() => shown.columns.map((column) => columnName(shown.unit, column)), [shown.unit, shown.columns]);
  const figures = price(draft.tables);
  const own = figures.tables.map((each, at) => converted(each, draft.tables[at]?.exchange ?? 1));
  const mayAddTable = editable && (kind === 'multi' || draft.tables.length === 0);
  const table = adding === undefined ? undefined : draft.tables[adding];
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        {pricing.may.edit && isPhone && <p className={styles.hint}>{t('pricing.phone')}</p>}
        {state.theirs && (
          <div className={styles.card} role="alert">
            <p>{t('web.stale')}</p>
            <div className={styles.acts}>
              <Button level="primary" onClick={state.keepMine}>
                {t('web.keep_mine')}
              </Button>
              <Button onClick={state.takeTheirs}>{t('web.take_theirs')}</Button>
            </div>
          </div>
        )}
        <MovedRates pricing={pricing} isDirty={isDirty} />
        {draft.tables.length === 0 && (
          <EmptyState
            title={t('pricing.no_tables')}
            text={t('pricing.no_tables_text')}
            action={mayAddTable ? { label: t('pricing.add_table'), onClick: () => setAddingTable(true) } : undefined}
          />
        )}
        {draft.tables.map((each, at) => (
          <div key={each.id ?? `new ${at}`}>
            <TableHead
              table={each}
              figures={figures.tables[at] as never}
              editable={editable}
              alone={kind !== 'multi'}
              onChange={(change) => state.change((now) => withTable(now, at, change), t('pricing.table_changed'))}
              onAddLine={() => setAdding(at)}
              onRemove={() => state.change((now) => withoutTable(now, at), t('pricing.table_removed', { name: each.name }))}
            />
            <TableSheet
              table={each}
              at={at}
              draft={draft}
              columns={columns}
              editable={editable}
              onWrite={state.write}
              onTyping={state.typing}
              onRemoveLine={(_, line) => state.change((now) => withoutLine(now, at, line), t('pricing.line_removed'))}
            />
          </div>
        ))}
        {mayAddTable && draft.tables.length > 0 && (
          <div className={styles.acts}>
            <Button icon={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAddingTable(true)}>
              {t('pricing.add_table')}
            </Button>
          </div>
        )}
        {draft.tables.length > 0 && (
          <div>
            <Button icon={<IconChartBar size={16} aria-hidden="true" />} aria-expanded={drawn} onClick={() => setDrawn(!drawn)}>
              {t('pricing.charts')}
            </Button>
          </div>
        )}
        {drawn && (
          <Suspense fallback={null}>
            <PricingCharts {...{ pricing, preview, columns }} tables={draft.tables} />
          </Suspense>
        )}
        {isDirty && (
          <section className={styles.bar} aria-label={t('pricing.pending')}>
            <span role="status">
              {t('pricing.not_saved')}
              {draft.faulty.size > 0 && (
                <strong className={styles.wrong}> {t('pricing.faulty', { count: draft.faulty.size })}</strong>
              )}
            </span>
            <span className={styles.inline}>
              <Button onClick={state.discard}>{t('pricing.discard')}</Button>
              <Button level="primary" busy={busy} disabled={draft.faulty.size > 0} onClick={() => void state.save()}>
                {t('pricing.save')}
              </Button>
            </span>
          </section>
        )}
      </div>
      <div className={styles.side}>
        <ApprovalPanel pricing={pricing} isDirty={isDirty} save={state.save} />
        <ResultPanel preview={preview} currency={shown.currency} sees={sees} floors={floorsOfWhole(draft.tables, own)} />
        <MissingNote preview={preview} />
        {state.worst && <WorstPanel worst={state.worst} tables={draft.tables} sees={sees} />}
        {editable && <Solver sees={sees} currency={shown.currency} busy={busy} onSolve={(wish) => void state.solve(wish)} />}
      </div>
      <AddLine
        table={table}
        choices={choices}
        onClose={() => setAdding(undefined)}
        onAdd={(line) => {
          const at = adding ?? 0;
          state.change((now) => withLine(now, at, line, shown.columns.length), t('pricing.line_added'));
          setAdding(undefined);
        }}
      />
      <AddTable open={addingTable} pricing={pricing} choices={choices} save={state.save} onClose={() => setAddingTable(false)} />
    </div>
  );
}

/** Lines with hours that have no rate: they keep a pricing from being submitted. */
function MissingNote({ preview }: { preview: ReturnType<typeof useDraft>['preview'] }) {
  const { t } = useTranslation();
  const { figures } = useSyncExternalStore(preview.subscribe, preview.get);
  if (figures.missing === 0) return null;
  return (
    <p className={styles.card} role="status">
      {t('pricing.missing', { count: figures.missing })}
    </p>
  );
}
