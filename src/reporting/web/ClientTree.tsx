import { IconArrowsHorizontal, IconChevronDown, IconChevronRight, IconUserPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, memo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, isoWeek } from '../../kit/day.ts';
import type { ListWrites } from '../../planning/web/public.tsx';
import * as format from '../../web/format.ts';
import { Button, IconButton } from '../../web/ui/index.ts';
import { dragBar } from './bar-drag.ts';
import styles from './ClientTree.module.css';
import type { TeamAct } from './TeamDrawer.tsx';
import { type LastTeam, type LastTeams, type Range, type TreeRow, placeOf } from './client-bookings-data.ts';

export interface ClientTreeProps {
  tree: readonly TreeRow[];
  range: Range;
  onFold: (key: string, away: boolean) => void;
  /** Opens a booking. */
  onOpen: (bookingId: string) => void;
  /** Books somebody on a project; missing where the reader may not. */
  onAdd: ((projectId: string) => void) | undefined;
  /** What else can be done with the bookings of a project, one of it open at once. */
  onTeam: (projectId: string, act?: TeamAct) => void;
  /** Teams of the year before, of projects that have nobody. */
  lastTeams: LastTeams;
  /** Books the team of the year before. */
  onTakeOver: (projectId: string) => void;
  /** Writes as the board does; missing where the reader may not. */
  list: ListWrites | undefined;
}

const COLUMNS = ['grade', 'days', 'hours_a_day', 'level', 'booked_hours', 'logged', 'left'] as const;

/** Client, project, person: one line each with its figures and its place in time. Arrows walk it, Enter opens, `n` books, `l` takes over last year's team, `r` and `m` plan a team again and move it. */
export function ClientTree(props: ClientTreeProps) {
  const { tree, range, onFold, onOpen, onAdd, onTeam, lastTeams, onTakeOver, list } = props;
  const { t } = useTranslation();
  const [at, setAt] = useState(0);
  const active = Math.min(at, tree.length - 1);
  const selected = useSyncExternalStore(list?.selection.subscribe ?? never, list?.selection.ids ?? nothing);

  const go = (event: KeyboardEvent<HTMLElement>, index: number): void => {
    const next = Math.max(0, Math.min(tree.length - 1, index));
    setAt(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-line="${next}"]`)?.focus();
  };

  /** Opens a booking, folds what has lines below it, and books the first person where there is none. */
  const enter = (row: TreeRow): void => {
    if (row.kind === 'person') onOpen(row.booking.id);
    else if (isEmpty(row)) onAdd?.(row.project.project_id);
    else onFold(row.key, row.open);
  };

  const team = (row: TreeRow, act: TeamAct): void => {
    if (list && row.kind === 'project' && row.project.people.length > 0) onTeam(row.project.project_id, act);
  };

  const keys = (event: KeyboardEvent<HTMLElement>): void => {
    const row = tree[active];
    if (!row || !(event.target as HTMLElement).matches('[data-line]') || event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      const days = { ArrowLeft: -WEEK, ArrowRight: WEEK }[event.key];
      if (row.kind !== 'person' || days === undefined || !list) return;
      event.preventDefault();
      list.step(row.booking.id, days, event.shiftKey, row.booking.user);
      return;
    }
    const acts: Record<string, () => void> = {
      ArrowDown: () => go(event, active + 1),
      ArrowUp: () => go(event, active - 1),
      Home: () => go(event, 0),
      End: () => go(event, tree.length - 1),
      ArrowRight: () => (row.kind !== 'person' && !row.open ? onFold(row.key, false) : go(event, active + 1)),
      ArrowLeft: () => (row.kind !== 'person' && row.open ? onFold(row.key, true) : go(event, parentOf(tree, active))),
      Enter: () => enter(row),
      l: () => row.kind === 'project' && lastTeams.has(row.project.project_id) && onTakeOver(row.project.project_id),
      r: () => team(row, 'roll'),
      m: () => team(row, 'shift'),
      n: () => row.kind !== 'client' && onAdd?.(row.project.project_id),
      x: () => list?.selection.toggle(bookingsOf(row)),
      h: () => row.kind === 'person' && list?.toggleLevel(row.booking.id, row.booking.user),
      Delete: () => row.kind === 'person' && list?.remove(row.booking.id, row.booking.user),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <div className={styles.scroller}>
      <div
        role="treegrid"
        aria-multiselectable={list !== undefined}
        aria-label={t('reporting.client_bookings')}
        className={styles.tree}
        onKeyDown={keys}
        tabIndex={-1}
      >
        <div role="row" className={styles.head}>
          <span role="columnheader" className={styles.name}>
            {t('reporting.client_project_person')}
          </span>
          {COLUMNS.map((column) => (
            <span key={column} role="columnheader" data-column={column}>
              {t(`reporting.${column}`)}
            </span>
          ))}
          <span role="columnheader" className={styles.track}>
            <Weeks range={range} />
          </span>
        </div>
        {tree.map((row, index) => (
          <Line
            key={row.key}
            {...{ row, range, onFold, onOpen, onAdd, onTeam, onTakeOver, list }}
            lastTeam={isEmpty(row) ? lastTeams.get(row.project.project_id) : undefined}
            chosen={chosenIn(row, selected)}
            index={index}
            active={index === active}
            onFocus={setAt}
          />
        ))}
      </div>
    </div>
  );
}

/** A project that nobody is booked on. */
const isEmpty = (row: TreeRow): row is TreeRow & { kind: 'project' } => row.kind === 'project' && row.project.people.length === 0;

const WEEK = 7;
const NOTHING: ReadonlySet<string> = new Set();
const nothing = (): ReadonlySet<string> => NOTHING;
const never = (): (() => void) => () => undefined;

/** The bookings that a line stands for: its own, or those of all people of a project. */
const bookingsOf = (row: TreeRow): string[] =>
  row.kind === 'person' ? [row.booking.id] : row.kind === 'project' ? row.project.people.map(({ id }) => id) : [];

/** Whether what a line stands for is selected: a project when all of its people are. */
function chosenIn(row: TreeRow, selected: ReadonlySet<string>): boolean {
  const ids = bookingsOf(row);
  return ids.length > 0 && ids.every((id) => selected.has(id));
}

/** The line above that a line belongs to. */
function parentOf(tree: readonly TreeRow[], index: number): number {
  const kind = tree[index]?.kind;
  const above = kind === 'person' ? 'project' : 'client';
  for (let at = index - 1; at >= 0; at--) if (tree[at]?.kind === above) return at;
  return index;
}

/** The weeks of the range by their first day, as many as there is room for. */
function Weeks({ range }: { range: Range }) {
  const weeks = range.days / 7;
  const every = Math.ceil(weeks / 5);
  return (
    <span className={styles.weeks}>
      {Array.from({ length: Math.ceil(weeks / every) }, (_, index) => addDays(range.from, index * 7 * every)).map((monday) => (
        <span
          key={monday}
          style={{ left: placeOf(range, { first_day: monday, last_day: monday })?.left }}
          title={isoWeek(monday)}
        >
          {format.day(monday, 'brief')}
        </span>
      ))}
    </span>
  );
}

interface LineProps extends Omit<ClientTreeProps, 'tree' | 'lastTeams'> {
  lastTeam: LastTeam | undefined;
  row: TreeRow;
  index: number;
  active: boolean;
  chosen: boolean;
  onFocus: (index: number) => void;
}

const Line = memo(function Line(props: LineProps) {
  const { row, range, index, active, chosen, onFocus, onFold, onOpen, onAdd, onTeam, list } = props;
  const { lastTeam, onTakeOver } = props;
  const { t } = useTranslation();
  const foldable = row.kind === 'client' || (row.kind === 'project' && row.project.people.length > 0);
  const open = row.kind !== 'person' && row.open;
  const press = (): void => (row.kind === 'person' ? onOpen(row.booking.id) : foldable ? onFold(row.key, open) : undefined);
  return (
    // Keys are those of the tree: a line is one stop.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid around it hears them
    <div
      role="row"
      aria-level={row.kind === 'client' ? 1 : row.kind === 'project' ? 2 : 3}
      aria-expanded={foldable ? open : undefined}
      data-line={index}
      data-kind={row.kind}
      data-booking={row.kind === 'person' ? row.booking.id : undefined}
      aria-selected={list && row.kind !== 'client' ? chosen : undefined}
      tabIndex={active ? 0 : -1}
      className={styles.line}
      onFocus={() => onFocus(index)}
      onClick={press}
    >
      <span role="rowheader" className={styles.name}>
        {foldable ? (
          open ? (
            <IconChevronDown size={14} aria-hidden="true" />
          ) : (
            <IconChevronRight size={14} aria-hidden="true" />
          )
        ) : (
          <span className={styles.noChevron} />
        )}
        {list && bookingsOf(row).length > 0 && (
          <input
            type="checkbox"
            tabIndex={-1}
            className={styles.check}
            aria-label={t('reporting.select_of', { name: nameOf(row) })}
            checked={chosen}
            onClick={(event) => event.stopPropagation()}
            onChange={() => {
              const all = bookingsOf(row);
              const has = list.selection.has;
              list.selection.toggle(chosen ? all : all.filter((id) => !has(id)));
            }}
          />
        )}
        <span className={styles.words}>
          {nameOf(row)}
          {row.kind === 'person' && row.booking.phase && <span className={styles.phase}> · {row.booking.phase}</span>}
        </span>
        {isEmpty(row) && onAdd && <FirstPeople {...{ row, lastTeam, onAdd, onTakeOver }} />}
        {row.kind === 'project' && row.project.people.length > 0 && onAdd && (
          <span className={styles.add}>
            <IconButton
              size="sm"
              tabIndex={-1}
              label={t('reporting.add_person', { project: row.project.project })}
              icon={<IconUserPlus size={16} aria-hidden="true" />}
              onClick={(event) => {
                event.stopPropagation();
                onAdd(row.project.project_id);
              }}
            />
            <IconButton
              size="sm"
              tabIndex={-1}
              aria-keyshortcuts="m r"
              label={t('reporting.move_team', { project: row.project.project })}
              icon={<IconArrowsHorizontal size={16} aria-hidden="true" />}
              onClick={(event) => {
                event.stopPropagation();
                onTeam(row.project.project_id);
              }}
            />
          </span>
        )}
      </span>
      <Figures row={row} />
      <span role="gridcell" className={styles.track}>
        <Bar row={row} range={range} list={list} />
      </span>
    </div>
  );
});

interface FirstPeopleProps {
  row: TreeRow & { kind: 'project' };
  lastTeam: LastTeam | undefined;
  onAdd: (projectId: string) => void;
  onTakeOver: (projectId: string) => void;
}

/** What a project without a team offers: its first person, or the team of last year. */
function FirstPeople({ row, lastTeam, onAdd, onTakeOver }: FirstPeopleProps) {
  const { t } = useTranslation();
  const { project_id, project } = row.project;
  const act = (work: (projectId: string) => void) => (event: MouseEvent) => {
    event.stopPropagation();
    work(project_id);
  };
  return (
    <span className={styles.first}>
      <Button
        size="sm"
        tabIndex={-1}
        aria-label={t('reporting.add_first_to', { project })}
        aria-keyshortcuts="n"
        onClick={act(onAdd)}
      >
        {t('reporting.add_first')}
      </Button>
      {lastTeam && (
        <Button
          size="sm"
          tabIndex={-1}
          aria-keyshortcuts="l"
          title={t('reporting.last_team_text', {
            project: lastTeam.from_project,
            days: format.dayRange(lastTeam.from, lastTeam.to),
          })}
          onClick={act(onTakeOver)}
        >
          {t('reporting.take_last_team', { count: lastTeam.people })}
        </Button>
      )}
    </span>
  );
}

const nameOf = (row: TreeRow): string =>
  row.kind === 'client' ? row.name : row.kind === 'project' ? `${row.project.code} · ${row.project.project}` : row.booking.user;

/** The figures of a line; what a kind of line has none of stays empty. */
function Figures({ row }: { row: TreeRow }) {
  const { t } = useTranslation();
  const texts = figuresOf(row, (level) => t(`reporting.level_${level}`));
  return COLUMNS.map((column) => (
    <span
      key={column}
      role="gridcell"
      data-column={column}
      data-label={column === 'days' || column === 'level' ? undefined : t(`reporting.${column}`)}
      data-over={texts.over && column === 'left' ? true : undefined}
    >
      {texts[column]}
    </span>
  ));
}

type Texts = Partial<Record<(typeof COLUMNS)[number], string>> & { over?: boolean };

function figuresOf(row: TreeRow, levelName: (level: string) => string): Texts {
  if (row.kind === 'client') return {};
  if (row.kind === 'person') {
    const { grade, first_day, last_day, minutes_per_day, level, minutes, logged_seconds } = row.booking;
    return {
      grade,
      days: format.dayRange(first_day, last_day),
      hours_a_day: format.hoursOfMinutes(minutes_per_day),
      level: levelName(level),
      booked_hours: format.hoursOfMinutes(minutes),
      logged: format.hours(logged_seconds),
    };
  }
  const { starts_on, ends_on, booked_minutes, tentative_minutes, logged_seconds, budget_minutes } = row.project;
  const left = budget_minutes === null ? null : budget_minutes - Math.round(logged_seconds / 60);
  return {
    days: starts_on && ends_on ? format.dayRange(starts_on, ends_on) : '',
    booked_hours:
      tentative_minutes > 0
        ? `${format.hoursOfMinutes(booked_minutes)} + ${format.hoursOfMinutes(tentative_minutes)}`
        : format.hoursOfMinutes(booked_minutes),
    logged: format.hours(logged_seconds),
    ...(left === null ? {} : { left: `${left < 0 ? '▲ ' : ''}${format.hoursOfMinutes(left)}`, over: left < 0 }),
  };
}

/** When somebody is booked, or when the project runs. */
function Bar({ row, range, list }: { row: TreeRow; range: Range; list: ListWrites | undefined }) {
  if (row.kind === 'client') return null;
  const span = row.kind === 'person' ? row.booking : { first_day: row.project.starts_on, last_day: row.project.ends_on };
  const place = placeOf(range, span);
  if (!place) return null;
  if (row.kind === 'project') return <span aria-hidden="true" className={styles.run} style={place} />;
  const { id, user, first_day, last_day, level } = row.booking;
  return (
    <span
      aria-hidden="true"
      className={styles.bar}
      data-level={level}
      data-moves={list !== undefined || undefined}
      title={format.dayRange(first_day, last_day)}
      style={place}
      onPointerDown={list && ((event) => dragBar(event, range, { first_day, last_day }, (days) => list.place(id, days, user)))}
    />
  );
}
