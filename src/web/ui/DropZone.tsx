import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useState } from 'react';
import styles from './TableImport.module.css';

export interface DropZoneProps {
  /** What to do, or the name of the file that was chosen. */
  label: string;
  /** What becomes of it; spoken when it changes. */
  about: string;
  /** File endings, as the file dialogue takes them. */
  accept?: string;
  onFile: (file: File) => void;
}

/** A place to drop one file on; a click anywhere in it, or Enter, opens the file dialogue. */
export function DropZone({ label, about, accept = '.csv,.tsv,.txt,.xlsx', onFile }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const id = useId();
  const take = (file: File | undefined): void => {
    if (file) onFile(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <div
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={32} stroke={1.2} aria-hidden="true" />
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <p className={styles.hint} id={`${id}-about`} role="status">
          {about}
        </p>
        <input
          id={id}
          type="file"
          accept={accept}
          aria-describedby={`${id}-about`}
          className={styles.file}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            // The same file may be chosen again after it was mended.
            event.currentTarget.value = '';
          }}
        />
      </div>
    </div>
  );
}
