import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../web/format.ts';
import type { BoardGroup } from '../contract.ts';
import { percentOf } from '../rules.ts';
import styles from './Board.module.css';
import { GROUP_PX } from './groups.ts';
import { bandsOf } from './heat.ts';
import { HeatStrip } from './HeatStrip.tsx';
import type { Scale } from './scale.ts';

export interface GroupHeadProps {
  group: BoardGroup;
  folded: boolean;
  top: number;
  left: number;
  scale: Scale;
  thresholds: readonly number[];
  withSoft: boolean;
  onFold: (id: string) => void;
}

const sum = (list: readonly number[]): number => list.reduce((total, minutes) => total + minutes, 0);

/** Over the people of a group: its name, how many they are, and the load of all of them together; a press folds it. */
export const GroupHead = memo(function GroupHead(props: GroupHeadProps) {
  const { group, folded, top, left, scale, thresholds, withSoft, onFold } = props;
  const { t } = useTranslation();
  const bands = useMemo(() => bandsOf(group.load, withSoft, thresholds), [group.load, withSoft, thresholds]);
  const percent = percentOf(sum(group.load.hard), sum(group.load.capacity)) ?? 0;
  const name = group.name || t('planning.no_group');
  return (
    <div
      role="row"
      className={styles.group}
      style={{ transform: `translateY(${top}px)`, height: GROUP_PX, width: left + scale.width }}
    >
      <div role="rowheader" className={styles.groupHead} style={{ width: left }}>
        <button type="button" tabIndex={-1} className={styles.fold} aria-expanded={!folded} onClick={() => onFold(group.id)}>
          {folded ? <IconChevronRight size={16} aria-hidden="true" /> : <IconChevronDown size={16} aria-hidden="true" />}
          <span className={styles.name}>{name}</span>
          <span className={styles.free}>{number(group.count)}</span>
        </button>
      </div>
      <div role="gridcell" className={styles.summary} style={{ left }}>
        {t('planning.booked_percent', { percent })}
      </div>
      <div aria-hidden="true" className={styles.track} style={{ left, width: scale.width }}>
        <HeatStrip bands={bands} unitPx={scale.unitPx} />
      </div>
    </div>
  );
});
