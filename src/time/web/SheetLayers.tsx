import { Suspense, lazy } from 'react';
import { NotePanel } from './NotePanel.tsx';
import { useDataFields } from '../../settings/web/public.tsx';
import type { Template } from './fill.ts';
import type { Book } from './pick.ts';
import { useStored } from './useWeek.ts';
import type { WeekModel } from './week-model.ts';
import { type Edit, type SheetEntry, cellKey, lineName } from './week.ts';

/** Opened now and then: not part of what everybody loads. */
const CellFields = lazy(async () => ({ default: (await import('./CellFields.tsx')).CellFields }));
const ImportTime = lazy(async () => ({ default: (await import('./ImportTime.tsx')).ImportTime }));
const Templates = lazy(async () => ({ default: (await import('./Templates.tsx')).Templates }));
const KeysHelp = lazy(async () => ({ default: (await import('./KeysHelp.tsx')).KeysHelp }));

/** What lies over the sheet: the note of a cell, the firm's own fields of its entries, the list of keys, templates, the import. */
export type Layer =
  | { kind: 'note'; row: number; col: number; anchor: DOMRect }
  | { kind: 'fields'; row: number; col: number }
  | { kind: 'keys' }
  | { kind: 'templates' }
  | { kind: 'import' };

export interface SheetLayersProps {
  model: WeekModel;
  book: Book | undefined;
  layer: Layer | undefined;
  /** The entries of the week as the server holds them. */
  entries: readonly SheetEntry[];
  labelOf: (edits: readonly Edit[]) => string;
  onLayer: (layer: Layer) => void;
  onTemplate: (template: Template) => void;
  /** `back`: the sheet takes the keyboard again. */
  onClose: (back: boolean) => void;
}

export function SheetLayers(props: SheetLayersProps) {
  const { layer, book, model, onClose, onTemplate } = props;
  if (layer?.kind === 'note') return <CellNote {...props} row={layer.row} col={layer.col} anchor={layer.anchor} />;
  return (
    <Suspense>
      {layer?.kind === 'fields' && <FieldsOfCell {...props} row={layer.row} col={layer.col} />}
      {layer?.kind === 'keys' && <KeysHelp open onClose={() => onClose(true)} />}
      {layer?.kind === 'templates' && <Templates model={model} book={book} onUse={onTemplate} onClose={() => onClose(true)} />}
      {layer?.kind === 'import' && <ImportTime open onClose={() => onClose(true)} book={book} />}
    </Suspense>
  );
}

function FieldsOfCell({ model, entries, onClose, row, col }: SheetLayersProps & { row: number; col: number }) {
  const { shown: lines, days, mayEdit } = useStored(model.state);
  const [line, day] = [lines[row], days[col]];
  if (!line || !day) return null;
  const ids = model.at(line.key, col).entries.map(({ id }) => id);
  const behind = ids.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  return <CellFields name={lineName(line)} entries={behind} editable={mayEdit && !day.locked} onClose={() => onClose(true)} />;
}

function CellNote({
  model,
  labelOf,
  onClose,
  onLayer,
  row,
  col,
  anchor,
}: SheetLayersProps & { row: number; col: number; anchor: DOMRect }) {
  const { shown: lines, days, mayEdit } = useStored(model.state);
  const fields = useDataFields('time_entries');
  // A cell that is saved while its note is open has its entries from then on.
  useStored(model.saving);
  const line = lines[row];
  const day = days[col];
  if (!line || !day) return null;
  return (
    <NotePanel
      line={line}
      day={day}
      view={model.at(line.key, col)}
      editable={mayEdit && !day.locked}
      anchor={anchor}
      onSave={(comment, back) => {
        const edit = { line: line.key, day: col, seconds: model.secondsOf(line.key, col), comment };
        model.apply([edit], labelOf([edit]));
        onClose(back);
      }}
      onRetry={() => {
        model.saver.retry(cellKey(line.key, col));
        onClose(true);
      }}
      onRevert={() => {
        model.revert(line.key, col);
        onClose(true);
      }}
      onFields={fields.length > 0 ? () => onLayer({ kind: 'fields', row, col }) : undefined}
      onClose={onClose}
    />
  );
}
