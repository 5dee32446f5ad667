import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconClipboardCopy,
  IconDots,
  IconDownload,
  IconFileImport,
  IconFileTypeXls,
  IconKeyboard,
  IconListCheck,
  IconPrinter,
  IconRowInsertBottom,
  IconTemplate,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { addDays, addMonths, isoWeek, mondayOfIsoWeek, monthOf } from '../../kit/day.ts';
import { atLeast } from '../../kit/grades.ts';
import * as format from '../../web/format.ts';
import { useSession } from '../../web/session.ts';
import { Button, Choice, DateField, IconButton, Menu, Select } from '../../web/ui/index.ts';
import { monthOfWeek, weekOfMonth } from './month.ts';
import { useColleagues } from './people.ts';
import { useDaySums } from './SheetTotals.tsx';
import styles from './Timesheet.module.css';
import { useStored } from './useWeek.ts';
import type { WeekModel } from './week-model.ts';
import { completion, weekAfter } from './week.ts';

export type View = 'week' | 'month';

export interface WeekHeadProps {
  week: string;
  person: string;
  view: View;
  onView: (view: View) => void;
  onWeek: (week: string) => void;
  onPerson: (person: string) => void;
}

/** Which week or month, and for those who manage people whose. */
export function WeekHead({ week, person, view, onView, onWeek, onPerson }: WeekHeadProps) {
  const { t } = useTranslation();
  const monday = mondayOfIsoWeek(week) ?? format.today();
  const thisWeek = isoWeek(format.today());
  const isMonth = view === 'month';
  const month = monthOfWeek(monday);
  const isNow = isMonth ? monthOf(format.today()) === month : week === thisWeek;
  const step = (by: -1 | 1): void => onWeek(isMonth ? weekOfMonth(addMonths(month, by)) : weekAfter(week, by));
  return (
    <div className={styles.stepper}>
      <IconButton
        label={t(isMonth ? 'time.previous_month' : 'time.previous_week')}
        icon={<IconChevronLeft size={18} aria-hidden="true" />}
        onClick={() => step(-1)}
      />
      <div className={styles.weekDate}>
        <DateField
          label={t('time.week_of')}
          hideLabel
          value={monday}
          clearable={false}
          onChange={(day) => day && onWeek(isoWeek(day))}
        />
      </div>
      <IconButton
        label={t(isMonth ? 'time.next_month' : 'time.next_week')}
        icon={<IconChevronRight size={18} aria-hidden="true" />}
        onClick={() => step(1)}
      />
      <span className={styles.weekName}>
        {isMonth ? (
          <b>{format.day(month, 'month')}</b>
        ) : (
          <>
            <b>{t('time.week', { number: Number(week.slice(6)) })}</b> {format.dayRange(monday, addDays(monday, 6))}
          </>
        )}
      </span>
      {!isNow && (
        <Button level="subtle" size="sm" onClick={() => onWeek(thisWeek)}>
          {t(isMonth ? 'time.this_month' : 'time.this_week')}
        </Button>
      )}
      <div className={styles.view}>
        <Choice
          label={t('time.view')}
          options={(['week', 'month'] as const).map((id) => ({ id, name: t(`time.view_${id}`) }))}
          value={view}
          onChange={onView}
        />
      </div>
      <PersonPicker person={person} onPerson={onPerson} />
    </div>
  );
}

/** Managers and hr may open the weeks of those they manage; who that is, the server decides. */
function PersonPicker({ person, onPerson }: Pick<WeekHeadProps, 'person' | 'onPerson'>) {
  const { t } = useTranslation();
  const me = useSession((state) => state.me);
  const may = me !== undefined && (me.category === 'hr' || atLeast(me.grade, 'Manager'));
  const colleagues = useColleagues(may);
  if (!may) return null;
  return (
    <div className={styles.person}>
      <Select
        label={t('time.person')}
        hideLabel
        options={colleagues.map(({ id, name, grade }) => ({ id, name, hint: grade }))}
        value={person || me.id}
        clearable={false}
        onChange={(id) => onPerson(id === me.id ? '' : (id ?? ''))}
      />
    </div>
  );
}

export interface WeekActionsProps {
  model: WeekModel;
  /** Cells and rows can be written. */
  editable: boolean;
  onFill: () => void;
  onCopy: (withHours: boolean) => void;
  onTemplates: () => void;
  onExport: () => void;
  /** Saves its entries, line by line, as an Excel file; left out where one may not. */
  onExcel: (() => void) | undefined;
  onImport: () => void;
  onKeys: () => void;
}

/** How full the week is, and what can be done with it as a whole. */
export function WeekActions({
  model,
  editable,
  onFill,
  onCopy,
  onTemplates,
  onExport,
  onExcel,
  onImport,
  onKeys,
}: WeekActionsProps) {
  const { t } = useTranslation();
  return (
    <>
      {editable && (
        <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
          <Menu.Target>
            <Button level="primary" icon={<IconListCheck size={16} aria-hidden="true" />}>
              {t('time.fill')}
              <IconChevronDown size={14} aria-hidden="true" />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconListCheck size={16} />}
              rightSection={<kbd className={styles.kbd}>Shift P</kbd>}
              onClick={onFill}
            >
              {t('time.fill_from_plan')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconClipboardCopy size={16} />}
              rightSection={<kbd className={styles.kbd}>Shift C</kbd>}
              onClick={() => onCopy(true)}
            >
              {t('time.copy_with_hours')}
            </Menu.Item>
            <Menu.Item leftSection={<IconRowInsertBottom size={16} />} onClick={() => onCopy(false)}>
              {t('time.copy_rows')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconTemplate size={16} />}
              rightSection={<kbd className={styles.kbd}>Shift T</kbd>}
              onClick={onTemplates}
            >
              {t('time.templates')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <IconButton level="default" label={t('time.more')} icon={<IconDots size={16} aria-hidden="true" />} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={onExport}>
            {t('time.export_csv')}
          </Menu.Item>
          {onExcel && (
            <Menu.Item leftSection={<IconFileTypeXls size={16} />} onClick={onExcel}>
              {t('time.export_excel')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
            {t('time.print')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFileImport size={16} />} onClick={onImport}>
            {t('time.import_title')}
          </Menu.Item>
          <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={onKeys}>
            {t('time.keys')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Filling model={model} />
    </>
  );
}

/** How much of what was expected is filled, as figure and bar. */
export function Filling({ model }: { model: WeekModel }) {
  const { t } = useTranslation();
  const { days } = useStored(model.state);
  const sums = useDaySums(model);
  const ratio = completion(days, (day) => sums[day] ?? 0);
  const shown = format.percent(Math.floor(ratio * 100) / 100);
  return (
    <span className={styles.filling} title={t('time.filling_about')}>
      <span id="filling-name">{t('time.filling')}</span>
      <span
        className={styles.bar}
        role="progressbar"
        aria-labelledby="filling-name"
        aria-valuenow={Math.floor(ratio * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${Math.floor(ratio * 100)}%` }} />
      </span>
      <b>{shown}</b>
    </span>
  );
}
