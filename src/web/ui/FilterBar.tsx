import { IconFilter, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddressValues, Codec, SetAddress } from '../address.ts';
import { number } from '../format.ts';
import { announce } from './arrival.ts';
import { Button } from './Button.tsx';
import { PeriodField, periodName } from './DateField.tsx';
import { Drawer } from './Drawer.tsx';
import { ExportMenu, type ExportMenuProps } from './ExportMenu.tsx';
import styles from './FilterBar.module.css';
import { EXTRA } from './filter.ts';
import { useKeys } from './keys.ts';
import { NARROW, useMedia } from './media.ts';
import type { Option } from './options.ts';
import { useFitting } from './overflow.ts';
import { SavedViews } from './SavedViews.tsx';
import { Select } from './Select.tsx';
import { TextInput } from './TextInput.tsx';
import { RangeFilter, TypedFilter } from './TypedFilters.tsx';

interface Named {
  /** Its parameter in the address. */
  id: string;
  label: string;
}

/** One filter: several of a list, one of a list, a period or a range of numbers (two parameters), words, or on and off. */
export type Filter =
  | (Named & {
      kind: 'many';
      options: readonly Option[];
      onSearch?: (typed: string) => void;
      moreOptions?: { onMore: () => void };
    })
  | (Named & { kind: 'one'; options: readonly Option[]; clearable?: boolean })
  | (Named & { kind: 'period'; to: string; clearable?: boolean })
  | (Named & { kind: 'text' })
  | (Named & { kind: 'range'; to: string })
  | (Named & { kind: 'flag' });

export interface FilterBarProps<C> {
  /** Names the screen in saved views: its page key. */
  screen: string;
  filters: readonly Filter[];
  /** The same codecs as for `useAddress`, and what it gave. */
  codecs: C;
  values: AddressValues<C>;
  onChange: SetAddress<C>;
  /** Parameter of the search text; without it there is no search box. */
  search?: keyof C & string;
  /** Parameter of the page number, set back to the first when a filter changes. */
  page?: keyof C & string;
  /** How many rows the filters leave: spoken when it changes. */
  count?: number | undefined;
  download?: ExportMenuProps['download'];
  /** Saves what is shown as a picture. */
  picture?: ExportMenuProps['picture'];
  /** In place of views that are one's own alone. */
  views?: ReactNode;
  /** More controls: switches of measure, zoom, grouping. */
  children?: ReactNode;
}

const SEARCH_WAIT_MS = 250;

/** Least widths in the line, in px; the styles have the same. */
const LEAST = { one: 140, many: 140, text: 140, period: 200, range: 200, search: 180 };
const MORE = 150;

/** A flag is as wide as its label. */
const leastOf = (filter: Filter): number => (filter.kind === 'flag' ? 28 + filter.label.length * 8 : LEAST[filter.kind]);

/** The parameters of the address that a filter fills. */
const parametersOf = (filter: Filter): string[] => ('to' in filter ? [filter.id, filter.to] : [filter.id]);

type Loose = Record<string, unknown>;

/** Search, filters, saved views, export: one row, all of it in the address. */
export function FilterBar<C>(props: FilterBarProps<C>) {
  const { filters, search, page, count } = props;
  const { t } = useTranslation();
  const narrow = useMedia(NARROW);
  const [sheet, setSheet] = useState(false);
  const [more, setMore] = useState(false);
  const rest = useId();
  const { line: box, count: fits } = useFitting(narrow ? [] : filters.map(leastOf), search ? [LEAST.search] : [], MORE);
  const values = props.values as Loose;
  const codecs = props.codecs as Record<string, Codec<unknown>>;
  const change = (next: Loose, replace = false): void =>
    props.onChange({ ...(page ? { [page]: codecs[page]?.fallback } : {}), ...next } as Partial<AddressValues<C>>, { replace });

  const ids = filters.flatMap(parametersOf);
  const isSet = (id: string): boolean => codecs[id]?.write(values[id]) !== codecs[id]?.write(codecs[id].fallback);
  const active = filters.filter((filter) => parametersOf(filter).some(isSet));
  const clearing = (wanted: readonly string[]): Loose => Object.fromEntries(wanted.map((id) => [id, codecs[id]?.fallback]));
  const reset = (): void => change(clearing([...ids, ...(search ? [search] : [])]));

  useEffect(() => {
    if (count !== undefined) announce(t('web.rows', { count, shown: number(count) }));
  }, [count, t]);

  useKeys([
    { keys: '/', label: 'web.key_search', run: () => box.current?.querySelector<HTMLElement>('input')?.focus() },
    { keys: 'f', label: 'web.key_filters', run: () => focusFilters(box.current, narrow, () => setSheet(true)) },
  ]);

  const controls = filters.map((filter) => <Control key={filter.id} filter={filter} values={values} onChange={change} />);
  return (
    <div ref={box} className={styles.bar} role="search" aria-label={t('web.filters')} id="filters">
      {search && <SearchBox value={String(values[search] ?? '')} onChange={(text) => change({ [search]: text }, true)} />}
      {!narrow && controls.slice(0, fits)}
      {!narrow && fits < controls.length && (
        <Button aria-expanded={more} aria-controls={more ? rest : undefined} onClick={() => setMore(!more)}>
          {t('web.more_filters', { count: controls.length - fits })}
        </Button>
      )}
      {narrow && filters.length > 0 && (
        <Button icon={<IconFilter size={16} aria-hidden="true" />} onClick={() => setSheet(true)}>
          {active.length > 0 ? t('web.filters_count', { count: active.length }) : t('web.filters')}
        </Button>
      )}
      <div className={styles.own} data-keeps>
        {props.children}
      </div>
      <div className={styles.end} data-keeps>
        {(active.length > 0 || (search && isSet(search))) && (
          <Button level="subtle" onClick={reset}>
            {t('web.clear_filters')}
          </Button>
        )}
        {props.views ?? <SavedViews screen={props.screen} />}
        {props.download && <ExportMenu download={props.download} picture={props.picture} count={count} />}
      </div>
      {!narrow && more && fits < controls.length && (
        <div id={rest} className={styles.rest}>
          {controls.slice(fits)}
        </div>
      )}
      {active.length > 0 && (
        <div className={styles.chips}>
          {active.map((filter) => (
            <Chip
              key={filter.id}
              text={`${filter.label}: ${described(filter, values)}`}
              onRemove={() => change(clearing(parametersOf(filter)))}
            />
          ))}
        </div>
      )}
      <Drawer
        open={sheet && narrow}
        onClose={() => setSheet(false)}
        title={t('web.filters')}
        actions={
          <Button level="primary" onClick={() => setSheet(false)}>
            {count === undefined ? t('web.show') : t('web.show_rows', { count, shown: number(count) })}
          </Button>
        }
      >
        <div className={styles.sheet}>{controls}</div>
      </Drawer>
    </div>
  );
}

function focusFilters(bar: HTMLElement | null, narrow: boolean, open: () => void): void {
  if (narrow) open();
  else bar?.querySelector<HTMLElement>(`.${styles.control}:not([data-kind='search']) input`)?.focus();
}

function described(filter: Filter, values: Loose): string {
  if (filter.kind === 'flag') return '✓';
  if (filter.kind === 'period') return periodName({ from: String(values[filter.id]), to: String(values[filter.to]) });
  if (filter.kind === 'text') return String(values[filter.id]);
  if (filter.kind === 'range') return `${shownNumber(values[filter.id])}–${shownNumber(values[filter.to])}`;
  const chosen = filter.kind === 'many' ? (values[filter.id] as readonly string[]) : [String(values[filter.id])];
  const names = chosen.map((id) => filter.options.find((option) => option.id === id)?.name ?? id);
  return names.length > 2 ? `${names.slice(0, 2).join(', ')} +${names.length - 2}` : names.join(', ');
}

const shownNumber = (text: unknown): string => (text === '' || text === undefined ? '…' : number(Number(text), 6));

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <span className={styles.chip}>
      {text}
      <button type="button" aria-label={t('web.remove', { what: text })} onClick={onRemove}>
        <IconX size={14} aria-hidden="true" />
      </button>
    </span>
  );
}

function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setTyped(value), [value]);
  const change = (text: string): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(text), SEARCH_WAIT_MS);
  };
  return (
    <div className={styles.control} data-kind="search">
      <TextInput
        type="search"
        label={t('web.search')}
        hideLabel
        placeholder={t('web.search')}
        value={typed}
        onChange={change}
        extra={EXTRA.name}
        clearable
      />
    </div>
  );
}

interface ControlProps {
  filter: Filter;
  values: Loose;
  onChange: (change: Loose) => void;
}

function Control({ filter, values, onChange }: ControlProps) {
  const { id, label } = filter;
  if (filter.kind === 'flag') {
    return (
      <label className={styles.flag}>
        <input
          type="checkbox"
          checked={values[id] === true}
          onChange={(event) => onChange({ [id]: event.currentTarget.checked })}
        />
        {label}
      </label>
    );
  }
  if (filter.kind === 'period') {
    const [from, to] = [String(values[id] ?? ''), String(values[filter.to] ?? '')];
    return (
      <div className={styles.control} data-kind="period">
        <PeriodField
          label={label}
          hideLabel
          placeholder={filter.clearable ? label : undefined}
          value={from && to ? { from, to } : undefined}
          clearable={filter.clearable ?? false}
          onChange={(period) => onChange({ [id]: period?.from ?? '', [filter.to]: period?.to ?? '' })}
        />
      </div>
    );
  }
  if (filter.kind === 'text') {
    return <TypedFilter label={label} value={String(values[id] ?? '')} onChange={(text) => onChange({ [id]: text })} />;
  }
  if (filter.kind === 'range') {
    return (
      <RangeFilter
        label={label}
        ends={[String(values[id] ?? ''), String(values[filter.to] ?? '')]}
        onChange={([from, to]) => onChange({ [id]: from, [filter.to]: to })}
      />
    );
  }
  const shared = { label, hideLabel: true, placeholder: label, options: filter.options, color: 'primary' as const };
  return (
    <div className={styles.control}>
      {filter.kind === 'many' ? (
        <Select
          {...shared}
          multiple
          value={values[id] as readonly string[]}
          onChange={(next) => onChange({ [id]: next })}
          {...(filter.onSearch ? { onSearch: filter.onSearch } : {})}
          {...(filter.moreOptions ? { moreOptions: filter.moreOptions } : {})}
        />
      ) : (
        <Select
          {...shared}
          clearable={filter.clearable ?? true}
          value={String(values[id] ?? '') || undefined}
          onChange={(next) => onChange({ [id]: next ?? '' })}
        />
      )}
    </div>
  );
}
