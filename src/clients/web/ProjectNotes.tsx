import { useQueryClient } from '@tanstack/react-query';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadDocument } from '../../settings/web/public.tsx';
import { At, FormBody, formStyles } from '../../web/form/index.ts';
import { instant } from '../../web/format.ts';
import { DropZone, EXTRA, IconButton, TextInput, confirm, notify, useReason } from '../../web/ui/index.ts';
import { PROJECTS, type ProjectDetails, call } from './clients-data.ts';
import styles from './ProjectPanel.module.css';
import { usePart } from './use-part.ts';

interface Draft {
  notes: string;
}

const draftOf = (row: ProjectDetails | undefined): Draft => ({ notes: row?.notes ?? '' });

type KeptFile = ProjectDetails['files'][number];
const LARGEST_NOTE = 20_000;

/** Notes on a project, and the files that are kept with it. */
export function ProjectNotes({ project, editable }: { project: ProjectDetails; editable: boolean }) {
  const { t } = useTranslation();
  const form = usePart<Draft>(project, draftOf, (changes) => changes);
  return (
    <>
      <Files project={project} editable={editable} />
      <FormBody form={form} name={t('clients.notes')} labels={{ notes: t('clients.notes') }}>
        <div className={formStyles.fields}>
          <At field="notes" wide>
            <TextInput
              label={t('clients.notes')}
              value={form.draft.notes}
              onChange={(notes) => form.set({ notes })}
              rows={8}
              extra={EXTRA.free}
              maxLength={LARGEST_NOTE}
              error={form.errors.notes}
              disabled={!editable}
            />
          </At>
        </div>
      </FormBody>
    </>
  );
}

function Files({ project, editable }: { project: ProjectDetails; editable: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReason();
  const [told, setTold] = useState('');
  const stored = (row: ProjectDetails): void => {
    client.setQueryData([...PROJECTS, 'one', row.id], row);
    void client.invalidateQueries({ queryKey: [...PROJECTS, 'one', row.id, 'history'] });
  };
  const add = async (file: File): Promise<void> => {
    setTold(t('clients.adding_file', { name: file.name }));
    try {
      const filename = await uploadDocument(file);
      stored(await call('POST /api/projects/:id/files', { params: { id: project.id }, body: { filename } }));
      setTold(t('clients.file_added', { name: file.name }));
    } catch (error) {
      setTold('');
      notify.error(reason(error));
    }
  };
  const remove = async ({ id, name }: KeptFile): Promise<void> => {
    const sure = await confirm({
      title: t('clients.remove_file', { name }),
      text: t('clients.remove_file_text'),
      action: t('clients.remove'),
      danger: true,
    });
    if (!sure) return;
    try {
      stored(await call('DELETE /api/projects/:id/files/:file', { params: { id: project.id, file: id } }));
      setTold(t('clients.file_removed', { name }));
    } catch (error) {
      notify.error(reason(error));
    }
  };
  return (
    <section className={styles.rows} aria-label={t('clients.files')}>
      <h3>{t('clients.files')}</h3>
      {project.files.length === 0 && <p className={styles.none}>{t('clients.no_files')}</p>}
      <ul className={styles.files}>
        {project.files.map((file) => (
          <li key={file.id}>
            <span>
              {file.name}{' '}
              <small className={styles.muted}>{[file.added_by, instant(file.created_at)].filter(Boolean).join(' · ')}</small>
            </span>
            <IconButton
              label={t('clients.download_file', { name: file.name })}
              icon={<IconDownload size={18} />}
              onClick={() =>
                void call.download('GET /api/projects/:id/files/:file', file.name, { params: { id: project.id, file: file.id } })
              }
            />
            {editable && (
              <IconButton
                label={t('clients.remove_file', { name: file.name })}
                icon={<IconTrash size={18} />}
                onClick={() => void remove(file)}
              />
            )}
          </li>
        ))}
      </ul>
      {editable && (
        <DropZone
          label={t('clients.add_file')}
          about={told || t('clients.add_file_text')}
          accept=".csv,.tsv,.txt,.xlsx,.png,.jpg,.jpeg,.gif,.webp,.pdf"
          onFile={(file) => void add(file)}
        />
      )}
    </section>
  );
}
