import { useTranslation } from 'react-i18next';
import { type ListWrites, RollProject, ShiftProject } from '../../planning/web/public.tsx';
import { Drawer } from '../../web/ui/index.ts';
import type { ClientBookings } from '../contract.ts';
import type { Range } from './client-bookings-data.ts';
import styles from './ClientTree.module.css';

/** What is done with a team as a whole: planned again, or moved. */
export type TeamAct = 'roll' | 'shift';

interface TeamDrawerProps {
  project: ClientBookings | undefined;
  /** What is open at once. */
  act: TeamAct | undefined;
  list: ListWrites;
  range: Range;
  onClose: () => void;
}

/** The team of a project as a whole: all of its bookings move, or are planned again for another year. */
export function TeamDrawer({ project, act, list, range, onClose }: TeamDrawerProps) {
  const { t } = useTranslation();
  // From its first day on: what has begun moves along.
  const first_day = project?.people.map((booking) => booking.first_day).toSorted()[0] ?? range.from;
  const booking = project && { project_id: project.project_id, first_day };
  const { names } = list.store;
  return (
    <Drawer open={project !== undefined} onClose={onClose} title={t('reporting.team_of', { project: project?.project ?? '' })}>
      {booking && (
        <div className={styles.team}>
          <p>{t('reporting.team_text')}</p>
          <ShiftProject
            key={`shift ${booking.project_id}`}
            {...{ booking, names }}
            open={act === 'shift'}
            writes={list.writes}
            onDone={onClose}
          />
          <RollProject
            key={`roll ${booking.project_id}`}
            {...{ booking, names }}
            open={act === 'roll'}
            orders={list.orders}
            onDone={onClose}
          />
        </div>
      )}
    </Drawer>
  );
}
