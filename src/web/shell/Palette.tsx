import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../request.ts';
import { useSession } from '../session.ts';
import { useLayer } from '../ui/layers.ts';
import { useUserSetting } from '../user-settings.ts';
import { brought, isOpenFor } from './menu.ts';
import { type Entry, type Found, type Recent, entriesOf, withRecent } from './palette-entries.ts';
import { closePalette, paletteState } from './palette.ts';
import styles from './Palette.module.css';

const WAIT_MS = 120;
const TOP = 10;

/** What the firm's search finds for what is typed, once typing rests. */
function useFound(typed: string): { found: readonly Found[]; searching: boolean } {
  const [state, setState] = useState<{ typed: string; found: readonly Found[] }>({ typed: '', found: [] });
  const query = typed.trim();
  useEffect(() => {
    if (query.length < 2) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const body = { query, collections: brought.places.map(({ collection }) => collection), top: TOP };
      send({ method: 'POST', path: '/api/settings/smart_search', body, signal: abort.signal })
        .then((answer) => setState({ typed: query, found: answer?.response.ok ? (answer.data as Found[]) : [] }))
        .catch(() => undefined);
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query]);
  if (query.length < 2) return { found: [], searching: false };
  return { found: state.found, searching: state.typed !== query };
}

/** Go to, do, find: every screen, action and thing by a few letters. */
export default function Palette() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const layer = useLayer(true, closePalette);
  const [typed, setTyped] = useState(paletteState.get().typed);
  const [at, setAt] = useState(0);
  const [recent, setRecent] = useUserSetting<readonly Recent[]>('recent', []);
  const accesses = useSession((state) => state.userAccesses);
  const me = useSession((state) => state.me);
  const shown = useDeferredValue(typed);
  const { found, searching } = useFound(typed);

  const entries = useMemo(
    () =>
      entriesOf(shown, {
        screens: brought.screens.filter((screen) => screen.menu && isOpenFor(screen, accesses, me)),
        actions: brought.actions.filter((action) => isOpenFor(action, accesses, me)),
        places: brought.places.filter((place) => isOpenFor(place, accesses, me)),
        found,
        recent,
        t,
      }),
    [shown, found, recent, accesses, me, t],
  );
  const active = Math.min(at, entries.length - 1);

  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);

  const open = (entry: Entry | undefined): void => {
    if (!entry) return;
    setRecent(withRecent(recent, entry));
    closePalette();
    void navigate({ to: entry.to.path as never, search: (entry.to.search ?? {}) as never });
  };

  const keys = (event: KeyboardEvent): void => {
    const last = entries.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
      PageDown: Math.min(active + 8, last),
      PageUp: Math.max(active - 8, 0),
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setAt(next);
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      open(entries[active]);
    }
  };

  return (
    <Modal.Root {...layer} opened onClose={closePalette} yOffset="10dvh" size={560}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('web.palette')}>
        <div className={styles.box}>
          <IconSearch size={18} aria-hidden="true" />
          <input
            className={styles.input}
            role="combobox"
            aria-label={t('web.palette')}
            aria-expanded={entries.length > 0}
            aria-controls={entries.length > 0 ? `${id}-list` : undefined}
            aria-activedescendant={entries.length > 0 ? `${id}-${active}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            data-autofocus
            placeholder={t('web.palette_hint')}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setAt(0);
            }}
            onKeyDown={keys}
          />
        </div>
        {entries.length > 0 && (
          <div id={`${id}-list`} className={styles.list} role="listbox" aria-label={t('web.palette')}>
            {sections(entries).map(({ section, first, members }) => (
              <div key={section} role="group" aria-labelledby={`${id}-${section}`}>
                <div className={styles.heading} id={`${id}-${section}`} role="presentation">
                  {t(`web.palette_${section}`)}
                </div>
                {members.map((entry, offset) => (
                  <Line
                    key={entry.id}
                    id={`${id}-${first + offset}`}
                    entry={entry}
                    active={first + offset === active}
                    onPoint={() => setAt(first + offset)}
                    onOpen={() => open(entry)}
                  />
                ))}
              </div>
            ))}
          </div>
        )}
        {entries.length === 0 && (
          <div className={styles.none} role="status">
            {searching ? t('web.searching') : t('web.nothing_found')}
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

/** The entries under their headings; `first` is the place of the first of each in the whole list. */
function sections(entries: readonly Entry[]): { section: Entry['section']; first: number; members: Entry[] }[] {
  const found: { section: Entry['section']; first: number; members: Entry[] }[] = [];
  entries.forEach((entry, index) => {
    const last = found.at(-1);
    if (last?.section === entry.section) last.members.push(entry);
    else found.push({ section: entry.section, first: index, members: [entry] });
  });
  return found;
}

interface LineProps {
  id: string;
  entry: Entry;
  active: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

/** One line. Its keys are handled in the box, which keeps the focus. */
function Line({ id, entry, active, onPoint, onOpen }: LineProps) {
  return (
    <div
      id={id}
      className={styles.option}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onMouseMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
      onKeyDown={(event) => event.key === 'Enter' && onOpen()}
    >
      {entry.name}
      {entry.hint && <span className={styles.kind}>{entry.hint}</span>}
      {entry.keys && <kbd className={styles.kind}>{entry.keys}</kbd>}
    </div>
  );
}
