import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Waiting } from '../../web/ui/index.ts';
import { projectParts } from './project-parts.ts';
import styles from './ProjectPanel.module.css';

export interface ProjectPartsProps {
  tab: keyof typeof projectParts;
  projectId: string;
}

/** What the other rooms know of a project, on one of its tabs. */
export function ProjectParts({ tab, projectId }: ProjectPartsProps) {
  const { t } = useTranslation();
  return projectParts[tab].parts().map(({ id, title, Content }) => (
    <div key={id} className={styles.part}>
      <h3>{t(title)}</h3>
      <Suspense fallback={<Waiting rows={4} />}>
        <Content projectId={projectId} />
      </Suspense>
    </div>
  ));
}
