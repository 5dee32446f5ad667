import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '../../kit/endpoint.ts';
import { useUserSetting } from '../../web/user-settings.ts';
import { Button, Select } from '../../web/ui/index.ts';
import type { timeContract } from '../contract.ts';
import styles from './ImportTime.module.css';

export type TableLook = ReplyOf<(typeof timeContract)['POST /api/time_imports/columns']>;
export type Places = TableLook['columns'];

/** In the order in which they are asked for; whoever misses one finds it at the end. */
const FIELDS = [
  'date',
  'duration',
  'start',
  'end',
  'email',
  'user',
  'project',
  'project_code',
  'client',
  'task',
  'comment',
  'billable',
] as const;

/** Tables whose columns are remembered; the oldest is forgotten first. */
const REMEMBERED = 20;
const LONGEST_HEADER = 600;

const keyOf = (header: readonly string[]): string => header.join('|').slice(0, LONGEST_HEADER);

/** The columns that one chose the last time for a table with the same header, and how to remember them. */
export function useKnownColumns(): {
  known: (look: TableLook) => Places | undefined;
  keep: (look: TableLook, places: Places) => void;
} {
  const [tables, setTables] = useUserSetting<Readonly<Record<string, Places>>>('time_columns', {});
  return {
    known: ({ header }) => tables[keyOf(header)],
    keep: ({ header }, places) => {
      const { [keyOf(header)]: _, ...others } = tables;
      setTables(Object.fromEntries([...Object.entries(others), [keyOf(header), places]].slice(-REMEMBERED)));
    },
  };
}

export interface ImportColumnsProps {
  look: TableLook;
  places: Places;
  busy: boolean;
  /** The header says enough: the columns are there to be corrected, and closed at first. */
  isGuessed: boolean;
  onCheck: (places: Places) => void;
}

/** Where a table holds what: a choice among its own columns for each thing that is imported. */
export function ImportColumns({ look, places: first, busy, isGuessed, onCheck }: ImportColumnsProps) {
  const { t } = useTranslation();
  const [places, setPlaces] = useState(first);
  const [open, setOpen] = useState(!isGuessed);
  const options = look.header.map((name, at) => ({
    id: String(at),
    name: name || t('time.import_column_number', { number: at + 1 }),
    hint: look.sample.map((row) => row[at]).find(Boolean),
  }));
  const set = (field: (typeof FIELDS)[number], id: string | undefined): void => {
    const { [field]: _, ...others } = places;
    setPlaces(id === undefined ? others : { ...others, [field]: Number(id) });
  };
  const enough = (places.date ?? places.start) !== undefined && (places.duration ?? places.end) !== undefined;
  if (!open)
    return (
      <div>
        <Button size="sm" aria-expanded={false} onClick={() => setOpen(true)}>
          {t('time.import_columns')}
        </Button>
      </div>
    );
  return (
    <fieldset className={styles.options}>
      <legend>{t('time.import_columns')}</legend>
      <p className={styles.hint}>{t('time.import_columns_about')}</p>
      <div className={styles.pair}>
        {FIELDS.map((field) => (
          <Select
            key={field}
            label={t(`time.import_field_${field}`)}
            options={options}
            value={places[field] === undefined ? undefined : String(places[field])}
            onChange={(id) => set(field, id)}
          />
        ))}
      </div>
      <div>
        <Button busy={busy} disabled={!enough} onClick={() => onCheck(places)}>
          {t('time.import_check_columns')}
        </Button>
      </div>
    </fieldset>
  );
}
