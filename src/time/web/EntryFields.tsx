import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Custom, DataFieldInputs, useCustomWords, useDataFields } from '../../settings/web/public.tsx';
import { Button } from '../../web/ui/index.ts';
import styles from './EntryFields.module.css';
import type { SheetEntry } from './week.ts';

export interface EntryFieldsProps {
  entry: SheetEntry;
  editable: boolean;
  /** Shown as a form from the start. */
  opened?: boolean;
  /** False keeps what was typed. */
  onSave: (custom: Custom) => Promise<boolean>;
}

/** What the firm's own fields say of an entry, and a way to change it; nothing where the firm has none. */
export function EntryFields({ entry, editable, opened = false, onSave }: EntryFieldsProps) {
  const { t } = useTranslation();
  const fields = useDataFields('time_entries');
  const said = useCustomWords('time_entries')(entry.custom);
  const [open, setOpen] = useState(opened && editable);
  const [typed, setTyped] = useState<Custom>();
  const [busy, setBusy] = useState(false);
  if (fields.length === 0) return null;
  const save = async (): Promise<void> => {
    setBusy(true);
    const saved = typed === undefined || (await onSave(typed));
    setBusy(false);
    if (!saved) return;
    setTyped(undefined);
    if (!opened) setOpen(false);
  };
  return (
    <div className={styles.fields}>
      {said.length > 0 && <span className={styles.said}>{said.join(' · ')}</span>}
      {editable && !opened && (
        <Button size="sm" level="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('time.more_fields')}
        </Button>
      )}
      {open && (
        <div className={styles.inputs}>
          <DataFieldInputs collection="time_entries" values={{ ...entry.custom, ...typed }} onChange={setTyped} />
          <Button size="sm" level="primary" busy={busy} onClick={() => void save()}>
            {t('web.save')}
          </Button>
        </div>
      )}
    </div>
  );
}
