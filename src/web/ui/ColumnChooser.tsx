import { Popover } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useUserSetting } from '../user-settings.ts';
import { Button, IconButton } from './Button.tsx';
import { type Column, type ColumnChoice, isShown, movedColumn, ordered } from './columns.ts';
import styles from './DataTable.module.css';

export interface ColumnChooserProps {
  columns: readonly Pick<Column<never>, 'id' | 'header' | 'optional' | 'fixed'>[];
  choice: ColumnChoice;
  onChange: (choice: ColumnChoice) => void;
}

const DENSITIES = ['compact', 'normal', 'touch'] as const;

/** Which columns, in which order, and how close the rows stand. */
export function ColumnChooser({ columns, choice, onChange }: ColumnChooserProps) {
  const { t } = useTranslation();
  const [density, setDensity] = useUserSetting<string>('density', 'normal');
  const all = ordered(columns, choice);
  return (
    <Popover position="top-start" trapFocus returnFocus>
      <Popover.Target>
        <Button level="subtle" size="sm" icon={<IconColumns3 size={16} aria-hidden="true" />}>
          {t('web.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.columns}>
          {all.map((column, index) => (
            <div key={column.id} className={styles.column}>
              <label>
                <input
                  type="checkbox"
                  checked={isShown(column, choice)}
                  disabled={column.fixed}
                  onChange={(event) =>
                    onChange({ ...choice, shown: { ...choice.shown, [column.id]: event.currentTarget.checked } })
                  }
                />
                {column.header}
              </label>
              <IconButton
                size="sm"
                label={t('web.move_up', { what: column.header })}
                icon={<IconChevronUp size={16} />}
                disabled={index === 0}
                onClick={() => onChange(movedColumn(columns, choice, column.id, -1))}
              />
              <IconButton
                size="sm"
                label={t('web.move_down', { what: column.header })}
                icon={<IconChevronDown size={16} />}
                disabled={index === all.length - 1}
                onClick={() => onChange(movedColumn(columns, choice, column.id, 1))}
              />
            </div>
          ))}
        </div>
        <label className={styles.column}>
          {t('web.density')}
          <select className={styles.size} value={density} onChange={(event) => setDensity(event.currentTarget.value)}>
            {DENSITIES.map((name) => (
              <option key={name} value={name}>
                {t(`web.density_${name}`)}
              </option>
            ))}
          </select>
        </label>
      </Popover.Dropdown>
    </Popover>
  );
}
