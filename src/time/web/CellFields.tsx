import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { Drawer } from '../../web/ui/index.ts';
import { changeEntry } from './entry-actions.ts';
import styles from './EntryFields.module.css';
import { EntryFields } from './EntryFields.tsx';
import { afterEntries, reasonOf } from './sheet-query.ts';
import type { SheetEntry } from './week.ts';

export interface CellFieldsProps {
  /** What the cell is called: its work. */
  name: string;
  /** The entries behind the cell, oldest first. */
  entries: readonly SheetEntry[];
  editable: boolean;
  onClose: () => void;
}

/** The firm's own fields of the entries behind a cell of the sheet. */
export function CellFields({ name, entries, editable, onClose }: CellFieldsProps) {
  const { t } = useTranslation();
  return (
    <Drawer open onClose={onClose} title={t('time.fields_of', { work: name })}>
      <ul className={styles.cell}>
        {entries.map((entry) => (
          <CellEntry key={entry.id} entry={entry} name={name} editable={editable} only={entries.length === 1} />
        ))}
      </ul>
    </Drawer>
  );
}

function CellEntry({ entry, name, editable, only }: { entry: SheetEntry; name: string; editable: boolean; only: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [problem, setProblem] = useState('');
  const save = async (custom: SheetEntry['custom']): Promise<boolean> => {
    try {
      await changeEntry(client, entry, { custom }, t('time.changed', { work: name }));
      setProblem('');
      return true;
    } catch (error) {
      setProblem(reasonOf(error));
      if (error instanceof Error && 'status' in error && error.status === 409) await afterEntries(client);
      return false;
    }
  };
  return (
    <li>
      <p>
        <b>{format.hours(entry.seconds)}</b> {format.day(entry.day, 'long')} {entry.comment}
      </p>
      <EntryFields entry={entry} editable={editable} opened={only} onSave={save} />
      {problem && <p role="alert">{problem}</p>}
    </li>
  );
}
