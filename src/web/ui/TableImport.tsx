import { IconDownload, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listed, number } from '../format.ts';
import { Button, IconButton } from './Button.tsx';
import type { Column } from './columns.ts';
import { confirm } from './confirm.ts';
import { DataTable } from './DataTable.tsx';
import { DropZone } from './DropZone.tsx';
import { EXTRA } from './filter.ts';
import type { Option } from './options.ts';
import { Select } from './Select.tsx';
import { ErrorPanel } from './states.tsx';
import styles from './TableImport.module.css';
import { TextInput } from './TextInput.tsx';

/** A row as the server judged it: its number in the file, and texts by field. */
export type ImportRow = { row: number } & Readonly<Record<string, string | number>>;

export interface Judged {
  data: readonly ImportRow[];
  errors: readonly { row: number; column: string; field: string; message: string }[];
  /** Rows of what is there already: they change nothing. */
  known: readonly number[];
}

export interface ImportField {
  id: string;
  header: string;
  /** What may be chosen; without it the field is text. */
  options?: readonly Option[];
}

export interface TableImportProps {
  /** Names the table of rows in one's own settings. */
  name: string;
  fields: readonly ImportField[];
  /** Saves the empty list to fill in. */
  template: () => Promise<void>;
  /** Uploads a file and has it judged; nothing is written. */
  read: (file: File) => Promise<Judged>;
  /** Has rows judged that were changed here. */
  check: (rows: readonly ImportRow[]) => Promise<Judged>;
  /** Writes the rows, all or none. */
  apply: (rows: readonly ImportRow[]) => Promise<{ created: number; unchanged: number }>;
  words: {
    /** What is done with so many rows: `Invite 48 people`. */
    action: (count: number) => string;
    question: { title: (count: number) => string; text: string };
    done: (created: number, unchanged: number) => string;
  };
}

const PER_PAGE = 25;
/** A pause in typing after which changed rows are judged anew. */
const PAUSE_MS = 600;

type Work = 'read' | 'check' | 'apply';

/** A table that comes in as a file: template, file, every row with every fault to mend in place, then all of it at once. */
export function TableImport({ name, fields, template, read, check, apply, words }: TableImportProps) {
  const { t } = useTranslation();
  const [file, setFile] = useState('');
  const [judged, setJudged] = useState<Judged>();
  const [result, setResult] = useState('');
  const [busy, setBusy] = useState<Work>();
  const [error, setError] = useState<unknown>();
  const turn = useRef(0);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);

  /** Only the newest work may answer. */
  const working = async (what: Work, work: (isNewest: () => boolean) => Promise<void>): Promise<void> => {
    turn.current += 1;
    const mine = turn.current;
    clearTimeout(pause.current);
    setBusy(what);
    setError(undefined);
    try {
      await work(() => mine === turn.current);
    } catch (reason) {
      if (mine === turn.current) setError(reason);
    } finally {
      if (mine === turn.current) setBusy(undefined);
    }
  };
  const choose = (picked: File): void => {
    setFile(picked.name);
    setJudged(undefined);
    setResult('');
    void working('read', async (isNewest) => {
      const answer = await read(picked);
      if (isNewest()) setJudged(answer);
    });
  };
  const recheck = (rows: readonly ImportRow[]): Promise<void> =>
    working('check', async (isNewest) => {
      const answer = await check(rows);
      if (isNewest()) setJudged(answer);
    });
  const change = (rows: readonly ImportRow[]): void => {
    setJudged((now) => now && { ...now, data: rows });
    clearTimeout(pause.current);
    pause.current = setTimeout(() => void recheck(rows), PAUSE_MS);
  };
  const leaveOut = (gone: ReadonlySet<number>): void => void recheck((judged?.data ?? []).filter(({ row }) => !gone.has(row)));

  const fresh = (judged?.data.length ?? 0) - (judged?.known.length ?? 0);
  const faulty = new Set(judged?.errors.map(({ row }) => row));
  const commit = async (): Promise<void> => {
    if (!judged) return;
    const sure = await confirm({ title: words.question.title(fresh), text: words.question.text, action: words.action(fresh) });
    if (!sure) return;
    await working('apply', async () => {
      const { created, unchanged } = await apply(judged.data);
      setResult(words.done(created, unchanged));
      setJudged(undefined);
      setFile('');
    });
  };

  const about = busy === 'read' ? t('web.import_reading') : judged ? t('web.import_other_file') : t('web.import_about');
  return (
    <div className={styles.steps}>
      <div className={styles.line}>
        <Button icon={<IconDownload size={16} aria-hidden="true" />} onClick={() => void working('read', template)}>
          {t('web.import_template')}
        </Button>
        <span className={styles.hint}>{t('web.import_template_about')}</span>
      </div>
      <DropZone label={file || t('web.import_choose')} about={about} onFile={choose} />
      {error !== undefined && <ErrorPanel error={error} title={t('web.import_failed')} />}
      {result && (
        <div className={styles.done} role="status">
          <h2>{result}</h2>
        </div>
      )}
      {judged && (
        <>
          <Findings judged={judged} faulty={faulty} fresh={fresh} checking={busy === 'check'} />
          <Rows name={name} fields={fields} judged={judged} faulty={faulty} onChange={change} onLeaveOut={leaveOut} />
          <div className={styles.line}>
            <Button
              level="primary"
              busy={busy === 'apply'}
              disabled={faulty.size > 0 || fresh === 0 || busy === 'check'}
              onClick={() => void commit()}
            >
              {words.action(fresh)}
            </Button>
            {faulty.size > 0 && <span className={styles.hint}>{t('web.import_mend_first')}</span>}
          </div>
        </>
      )}
    </div>
  );
}

interface FindingsProps {
  judged: Judged;
  faulty: ReadonlySet<number>;
  fresh: number;
  checking: boolean;
}

/** What the check found, in one line, and what concerns no single row. */
function Findings({ judged, faulty, fresh, checking }: FindingsProps) {
  const { t } = useTranslation();
  const rows = new Set(judged.data.map(({ row }) => row));
  const whole = judged.errors.filter(({ row }) => !rows.has(row));
  const parts = [
    t('web.import_new', { count: fresh, shown: number(fresh) }),
    ...(judged.known.length > 0
      ? [t('web.import_known', { count: judged.known.length, shown: number(judged.known.length) })]
      : []),
    ...(faulty.size > 0 ? [t('web.import_faulty', { count: faulty.size, shown: number(faulty.size) })] : []),
  ];
  return (
    <>
      <p className={faulty.size > 0 ? styles.wrong : undefined} role="status">
        {checking ? t('web.import_checking') : parts.join(' · ')}
      </p>
      {whole.length > 0 && (
        <ul className={styles.list}>
          {whole.map(({ row, column, message }) => (
            <li key={`${row} ${column} ${message}`}>
              {column && <strong>{column}: </strong>}
              {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface RowsProps {
  name: string;
  fields: readonly ImportField[];
  judged: Judged;
  faulty: ReadonlySet<number>;
  onChange: (rows: readonly ImportRow[]) => void;
  onLeaveOut: (rows: ReadonlySet<number>) => void;
}

/** The rows themselves: a cell with a fault is a box with the reason under it; any other row can be opened to change it. */
function Rows({ name, fields, judged, faulty, onChange, onLeaveOut }: RowsProps) {
  const { t } = useTranslation();
  const [only, setOnly] = useState(faulty.size > 0);
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(PER_PAGE);
  /** Rows that stay in sight and open although they are mended by now. */
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  // Columns with something to mend stand first, and stay there while it is mended.
  const [first] = useState(() => new Set(judged.errors.map(({ field }) => field)));
  const inOrder = fields.toSorted((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)));
  const messages = Map.groupBy(judged.errors, ({ row, field }) => `${row} ${field}`);
  const known = new Set(judged.known);
  const shown = only ? judged.data.filter(({ row }) => faulty.has(row) || opened.has(row)) : judged.data;
  const pages = Math.max(1, Math.ceil(shown.length / size));
  const at = Math.min(page, pages);
  const open = (row: number): void => setOpened(new Set([...opened, row]));
  const set = (row: number, field: string, value: string): void => {
    open(row);
    onChange(judged.data.map((each) => (each.row === row ? { ...each, [field]: value } : each)));
  };
  const stateOf = (row: number): string => {
    if (faulty.has(row)) return t('web.import_has_faults');
    return known.has(row) ? t('web.import_is_known') : t('web.import_is_new');
  };
  const said = (row: number, field: string): string | undefined =>
    messages
      .get(`${row} ${field}`)
      ?.map(({ message }) => message)
      .join(' ');
  const columnsOf = (row: number): string =>
    listed(fields.filter(({ id }) => messages.has(`${row} ${id}`)).map(({ header }) => header));
  const columns: Column<ImportRow>[] = [
    { id: 'row', header: t('web.import_row'), cell: ({ row }) => number(row), fixed: true, width: 56 },
    {
      id: 'state',
      header: t('web.import_state'),
      width: 140,
      fixed: true,
      cell: ({ row }) => (
        <>
          <span className={faulty.has(row) ? styles.wrong : undefined}>{stateOf(row)}</span>
          {faulty.has(row) && <span className={styles.message}>{columnsOf(row)}</span>}
          {said(row, '') && <span className={styles.message}>{said(row, '')}</span>}
        </>
      ),
    },
    {
      id: 'do',
      header: t('web.import_do'),
      fixed: true,
      cell: ({ row }) => (
        <span className={styles.acts}>
          <IconButton
            size="sm"
            label={t('web.import_edit', { row: number(row) })}
            icon={<IconPencil size={16} />}
            onClick={() => open(row)}
          />
          <IconButton
            size="sm"
            label={t('web.import_leave_out', { row: number(row) })}
            icon={<IconTrash size={16} />}
            onClick={() => onLeaveOut(new Set([row]))}
          />
        </span>
      ),
    },
    ...inOrder.map(
      (field): Column<ImportRow> => ({
        id: field.id,
        header: field.header,
        width: 120,
        cell: (row) =>
          opened.has(row.row) || messages.has(`${row.row} ${field.id}`) ? (
            <Cell field={field} row={row} error={said(row.row, field.id)} onChange={(value) => set(row.row, field.id, value)} />
          ) : (
            (field.options?.find(({ id }) => id === row[field.id])?.name ?? row[field.id])
          ),
      }),
    ),
  ];
  return (
    <>
      <div className={styles.line}>
        <label>
          <input type="checkbox" checked={only} onChange={(event) => setOnly(event.currentTarget.checked)} />
          {t('web.import_only_faulty')}
        </label>
        {faulty.size > 0 && (
          <Button size="sm" onClick={() => onLeaveOut(faulty)}>
            {t('web.import_leave_out_faulty', { count: faulty.size, shown: number(faulty.size) })}
          </Button>
        )}
      </div>
      <DataTable
        name={name}
        caption={t('web.import_rows')}
        columns={columns}
        rows={shown.slice((at - 1) * size, at * size)}
        rowKey={({ row }) => String(row)}
        pagination={{ page: at, pages, per_page: size, total: shown.length, has_next: at < pages, has_prev: at > 1 }}
        onPage={(next, perPage) => {
          setPage(next);
          setSize(perPage);
        }}
      />
    </>
  );
}

interface CellProps {
  field: ImportField;
  row: ImportRow;
  error: string | undefined;
  onChange: (value: string) => void;
}

function Cell({ field, row, error, onChange }: CellProps) {
  const { t } = useTranslation();
  const value = String(row[field.id] ?? '');
  const shared = { label: t('web.import_cell', { column: field.header, row: number(row.row) }), hideLabel: true, error };
  if (field.options) {
    const chosen =
      field.options.some(({ id }) => id === value) || value === ''
        ? field.options
        : [{ id: value, name: value }, ...field.options];
    return <Select {...shared} options={chosen} value={value || undefined} onChange={(next) => onChange(next ?? '')} />;
  }
  return <TextInput {...shared} value={value} onChange={onChange} extra={`${EXTRA.free}${EXTRA.email}`} maxLength={500} />;
}
