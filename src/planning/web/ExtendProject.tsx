import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { clientsContract } from '../../clients/contract.ts';
import { caller } from '../../web/api.ts';
import { day as dayText } from '../../web/format.ts';
import { mayCall, useSession } from '../../web/session.ts';
import { Button, notify, useReason } from '../../web/ui/index.ts';
import type { Names } from './board-data.ts';
import type { Draft } from './board-writes.ts';
import styles from './Forms.module.css';

const call = caller<typeof clientsContract>();

/** A booking lies outside of the dates of its project: the project may be made as long. */
export function ExtendProject({ names, projectId, draft }: { names: Names; projectId: string; draft: Draft }) {
  const { t } = useTranslation();
  const reason = useReason();
  const me = useSession((session) => session.me);
  const [busy, setBusy] = useState(false);
  const [, setExtended] = useState(0);
  const project = names.projects.get(projectId);
  const early = project?.starts_on && draft.first_day < project.starts_on ? { starts_on: draft.first_day } : {};
  const late = project?.ends_on && draft.last_day > project.ends_on ? { ends_on: draft.last_day } : {};
  const dates = { ...early, ...late };
  if (!project || Object.keys(dates).length === 0) return null;
  const extend = async (): Promise<void> => {
    setBusy(true);
    try {
      await call('POST /api/projects/update', { body: { id: projectId, ...dates } });
      names.projects.set(projectId, { ...project, ...dates });
      setExtended((count) => count + 1);
      notify.success(t('planning.did_extend', { name: project.name }));
    } catch (error) {
      notify.error(reason(error));
    }
    setBusy(false);
  };
  return (
    <div className={styles.reason} role="note">
      <p>
        {t('planning.outside_project', {
          from: project.starts_on ? dayText(project.starts_on) : '…',
          to: project.ends_on ? dayText(project.ends_on) : '…',
        })}
      </p>
      {mayCall('projects.update', me) && (
        <Button size="sm" busy={busy} onClick={() => void extend()}>
          {t('planning.extend_project')}
        </Button>
      )}
    </div>
  );
}
