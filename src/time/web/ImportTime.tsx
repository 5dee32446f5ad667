import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '../../kit/endpoint.ts';
import { uploadTable } from '../../settings/web/public.tsx';
import * as format from '../../web/format.ts';
import { Button, Drawer, DropZone } from '../../web/ui/index.ts';
import type { timeContract } from '../contract.ts';
import { ImportColumns, type Places, type TableLook, useKnownColumns } from './ImportColumns.tsx';
import { ImportOptions, type Options } from './ImportOptions.tsx';
import { ImportReport, RefusedRows } from './ImportReport.tsx';
import { ImportTotals } from './ImportTotals.tsx';
import styles from './ImportTime.module.css';
import { IMPORTS, PastImports } from './PastImports.tsx';
import type { Book } from './pick.ts';
import { afterEntries, callTime, reasonOf } from './sheet-query.ts';

export type Report = ReplyOf<(typeof timeContract)['POST /api/time_imports/check']>;
type Done = ReplyOf<(typeof timeContract)['POST /api/time_imports']>;

interface Chosen {
  /** Id of the uploaded file. */
  filename: string;
  name: string;
  look: TableLook;
  /** Where the columns are, by choice. */
  places: Places | undefined;
}

const noOptions: Options = { createMissing: false, skipRejected: false, user: '', project: undefined };

const bodyOf = ({ filename, places }: Chosen, options: Options) => ({
  filename,
  ...(places ? { columns: places } : {}),
  create_missing: options.createMissing,
  skip_rejected: options.skipRejected,
  ...(options.user.trim() ? { user: options.user.trim() } : {}),
  ...(options.project ? { project: options.project } : {}),
});

/** Import of another system's time export: choose a file, see what it would do, apply it whole. Nothing is written before. */
export function ImportTime({ open, onClose, book }: { open: boolean; onClose: () => void; book: Book | undefined }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [file, setFile] = useState<Chosen>();
  const [options, setOptions] = useState(noOptions);
  const [report, setReport] = useState<Report>();
  const [done, setDone] = useState<Done>();
  const [busy, setBusy] = useState<'check' | 'apply'>();
  const [problem, setProblem] = useState('');
  const { known, keep } = useKnownColumns();
  /** Only the newest check may answer. */
  const turn = useRef(0);

  const working = async (what: 'check' | 'apply', work: (isNewest: () => boolean) => Promise<void>): Promise<void> => {
    turn.current += 1;
    const mine = turn.current;
    const isNewest = (): boolean => mine === turn.current;
    setBusy(what);
    setProblem('');
    try {
      await work(isNewest);
    } catch (error) {
      if (isNewest()) setProblem(reasonOf(error));
    } finally {
      if (isNewest()) setBusy(undefined);
    }
  };

  const check = (chosen: Chosen, wanted: Options): Promise<void> =>
    working('check', async (isNewest) => {
      const answer = await callTime('POST /api/time_imports/check', { body: bodyOf(chosen, wanted) });
      if (isNewest()) setReport(answer);
    });

  const choose = (picked: File): Promise<void> => {
    setFile(undefined);
    setReport(undefined);
    setDone(undefined);
    return working('check', async (isNewest) => {
      const filename = await uploadTable(picked);
      if (!isNewest()) return;
      const look = await callTime('POST /api/time_imports/columns', { body: { filename } });
      if (!isNewest()) return;
      const isKnown = look.format !== null && look.format !== 'generic';
      const chosen = { filename, name: picked.name, look, places: isKnown ? undefined : known(look) };
      setFile(chosen);
      if (look.format !== null || chosen.places) await check(chosen, options);
    });
  };

  const place = (chosen: Chosen, places: Places): void => {
    const next = { ...chosen, places };
    setFile(next);
    setReport(undefined);
    keep(chosen.look, places);
    void check(next, options);
  };

  const change = (next: Options): void => {
    setOptions(next);
    // Skipping refused rows changes what is applied, not what the check finds.
    if (file && report && next.skipRejected === options.skipRejected) void check(file, next);
  };

  const apply = (chosen: Chosen): Promise<void> =>
    working('apply', async () => {
      setDone(await callTime('POST /api/time_imports', { body: bodyOf(chosen, options) }));
      await Promise.all([afterEntries(client), client.invalidateQueries({ queryKey: [IMPORTS] })]);
    });

  const close = (): void => {
    turn.current += 1;
    setFile(undefined);
    setReport(undefined);
    setDone(undefined);
    setOptions(noOptions);
    setProblem('');
    setBusy(undefined);
    onClose();
  };

  const refused = report ? new Set(report.rejected.map(({ row }) => row)).size : 0;
  const blocked = refused > 0 && !options.skipRejected;
  const nothing = report !== undefined && report.created === 0 && refused === 0;
  return (
    <Drawer
      open={open}
      onClose={close}
      title={t('time.import_title')}
      size="wide"
      actions={
        done ? (
          <Button level="primary" onClick={close}>
            {t('time.import_close')}
          </Button>
        ) : (
          file &&
          report &&
          !nothing && (
            <Button
              level="primary"
              busy={busy === 'apply'}
              disabled={blocked || report.created === 0 || busy === 'check'}
              onClick={() => void apply(file)}
            >
              {t('time.import_rows', { count: report.created, shown: format.number(report.created) })}
            </Button>
          )
        )
      }
    >
      <div className={styles.steps}>
        {!done && (
          <DropZone
            label={file?.name ?? t('time.import_choose')}
            about={busy === 'check' ? t('time.import_checking') : t('time.import_about')}
            onFile={(picked) => void choose(picked)}
          />
        )}
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {file && !done && (file.look.format === null || file.look.format === 'generic') && (
          <ImportColumns
            key={file.filename}
            look={file.look}
            places={file.places ?? file.look.columns}
            busy={busy === 'check'}
            isGuessed={file.look.format !== null}
            onCheck={(places) => place(file, places)}
          />
        )}
        {done ? (
          <ImportDone report={done} name={file?.name ?? ''} />
        ) : (
          report && (
            <>
              <ImportReport report={report} refused={refused} />
              <ImportTotals totals={report.totals} />
              {!nothing && <ImportOptions options={options} onChange={change} book={book} refused={refused} />}
              {blocked && <p className={styles.hint}>{t('time.import_blocked', { count: refused })}</p>}
              {report.rejected.length > 0 && <RefusedRows rows={report.rejected} />}
            </>
          )
        )}
        {!(file && !done) && <PastImports />}
      </div>
    </Drawer>
  );
}

function ImportDone({ report, name }: { report: Done; name: string }) {
  const { t } = useTranslation();
  const { created, unchanged, missing } = report;
  const made = missing.users.length + missing.clients.length + missing.projects.length;
  return (
    <div className={styles.done} role="status">
      <h3>
        {created > 0
          ? t('time.imported', { count: created, shown: format.number(created), name })
          : t('time.imported_nothing', { name })}
      </h3>
      {unchanged > 0 && <p>{t('time.import_unchanged', { count: unchanged, shown: format.number(unchanged) })}</p>}
      {made > 0 && (
        <p>
          {t('time.import_made', {
            users: format.number(missing.users.length),
            clients: format.number(missing.clients.length),
            projects: format.number(missing.projects.length),
          })}
        </p>
      )}
    </div>
  );
}
