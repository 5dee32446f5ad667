import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconChevronDown, IconChevronUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Grade } from '../../kit/grades.ts';
import {
  Button,
  Drawer,
  EXTRA,
  ErrorPanel,
  IconButton,
  Loaded,
  NumberField,
  Select,
  TextInput,
  Waiting,
  notify,
} from '../../web/ui/index.ts';
import styles from './BusinessUnits.module.css';
import { moved } from './moved.ts';
import { GRADE_OPTIONS, type Level, TEAMS, call } from './people-data.ts';

const KINDS = ['soft', 'requested', 'hard'] as const;

interface EditorProps {
  levels: readonly Level[];
  /** A team may do without a list of its own. */
  optional: boolean;
  own: boolean;
  save: (levels: Level[] | null) => Promise<unknown>;
}

/** The ordered list of booking levels: how each is called, from which grade on it is set, and what happens over capacity. */
function Editor({ levels, optional, own, save }: EditorProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<readonly Level[]>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const shown = draft ?? levels;
  const editing = draft !== undefined || own || !optional;
  const set = (index: number, change: Partial<Level>): void =>
    setDraft(shown.map((level, at) => (at === index ? { ...level, ...change } : level)));
  const missing = KINDS.filter((kind) => !shown.some(({ counts }) => counts === kind));
  const send = async (next: readonly Level[] | null): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await save(next && [...next]);
      setDraft(undefined);
      notify.success(t('people.levels_saved'));
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.members} aria-label={t('people.levels')}>
      <h3>{t('people.levels')}</h3>
      <p className={styles.none}>{editing ? t('people.levels_text') : t('people.levels_of_firm')}</p>
      {error !== undefined && <ErrorPanel error={error} title={t('people.not_changed')} />}
      <ol className={styles.levels}>
        {shown.map((level, index) => (
          <li key={level.counts}>
            {editing ? (
              <>
                <TextInput
                  label={t(`people.level_${level.counts}`)}
                  value={level.name}
                  onChange={(name) => set(index, { name })}
                  extra={EXTRA.name}
                  maxLength={60}
                />
                <Select
                  label={t('people.level_grade')}
                  options={GRADE_OPTIONS}
                  value={level.lowest_grade}
                  onChange={(grade) => grade && set(index, { lowest_grade: grade as Grade })}
                  clearable={false}
                />
                <Select
                  label={t('people.level_over')}
                  options={(['mark', 'refuse'] as const).map((id) => ({ id, name: t(`people.over_${id}`) }))}
                  value={level.over_capacity}
                  onChange={(over) => over && set(index, { over_capacity: over as Level['over_capacity'] })}
                  clearable={false}
                  searchable={false}
                />
                <Select
                  label={t('people.level_scope')}
                  options={(['firm', 'subtree', 'team'] as const).map((id) => ({ id, name: t(`people.scope_${id}`) }))}
                  value={level.scope}
                  onChange={(scope) => scope && set(index, { scope: scope as Level['scope'] })}
                  clearable={false}
                  searchable={false}
                />
                <Select
                  label={t('people.level_granularity')}
                  options={(['client', 'project', 'task'] as const).map((id) => ({ id, name: t(`people.granularity_${id}`) }))}
                  value={level.granularity}
                  onChange={(least) => least && set(index, { granularity: least as Level['granularity'] })}
                  clearable={false}
                  searchable={false}
                />
                {level.counts !== 'hard' && (
                  <NumberField
                    label={t('people.level_expiry')}
                    value={level.expires_days ?? undefined}
                    onChange={(days) => set(index, { expires_days: days ?? null })}
                    min={1}
                    max={366}
                    unit={t('people.level_days')}
                    placeholder={t('people.level_never')}
                  />
                )}
                <span className={styles.levelActs}>
                  <IconButton
                    size="sm"
                    label={t('web.move_up', { what: level.name })}
                    icon={<IconChevronUp size={16} />}
                    disabled={index === 0}
                    onClick={() => setDraft(moved(shown, index, -1))}
                  />
                  <IconButton
                    size="sm"
                    label={t('web.move_down', { what: level.name })}
                    icon={<IconChevronDown size={16} />}
                    disabled={index === shown.length - 1}
                    onClick={() => setDraft(moved(shown, index, 1))}
                  />
                  <IconButton
                    size="sm"
                    label={t('people.level_unused', { what: level.name })}
                    icon={<IconTrash size={16} />}
                    disabled={shown.length === 1}
                    onClick={() => setDraft(shown.filter((_, at) => at !== index))}
                  />
                </span>
              </>
            ) : (
              <span>
                {[
                  level.name,
                  t('people.level_from', { grade: level.lowest_grade }),
                  t(`people.over_${level.over_capacity}`),
                  ...(level.scope === 'firm' ? [] : [t(`people.scope_${level.scope}`)]),
                  ...(level.granularity === 'client' ? [] : [t(`people.granularity_${level.granularity}`)]),
                  ...(level.expires_days ? [t('people.lapses_after', { count: level.expires_days })] : []),
                ].join(' · ')}
              </span>
            )}
          </li>
        ))}
      </ol>
      <div className={styles.levelActs}>
        {!editing && <Button onClick={() => setDraft(levels)}>{t('people.levels_own')}</Button>}
        {editing &&
          missing.map((counts) => (
            <Button
              key={counts}
              size="sm"
              onClick={() =>
                setDraft([
                  ...shown,
                  {
                    name: t(`people.level_${counts}`),
                    counts,
                    lowest_grade: 'Manager',
                    over_capacity: 'mark',
                    expires_days: null,
                    granularity: 'client',
                    scope: 'firm',
                  },
                ])
              }
            >
              {t('people.level_add', { what: t(`people.level_${counts}`) })}
            </Button>
          ))}
        {optional && own && <Button onClick={() => void send(null)}>{t('people.levels_as_firm')}</Button>}
        {draft && (
          <>
            <Button onClick={() => setDraft(undefined)}>{t('people.discard')}</Button>
            <Button level="primary" busy={busy} onClick={() => void send(draft)}>
              {t('people.levels_save')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

/** Booking levels of one team: its own, or those of the firm. */
export function TeamLevels({ id }: { id: string }) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [...TEAMS, 'with_levels'],
    queryFn: async ({ signal }) => (await call('GET /api/teams/booking_levels', {}, { signal })).rows,
  });
  const save = async (levels: Level[] | null): Promise<void> => {
    await call('POST /api/teams/edit', { body: { id, levels } });
    await client.invalidateQueries({ queryKey: TEAMS });
  };
  return (
    <Loaded query={query} skeleton={<Waiting rows={3} />}>
      {(teams) => {
        const team = teams.find((each) => each.id === id);
        return team && <Editor key={String(team.own_levels)} levels={team.levels} own={team.own_levels} optional save={save} />;
      }}
    </Loaded>
  );
}

/** Booking levels of the firm: they hold for every team without a list of its own. */
export function FirmLevels({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [...TEAMS, 'firm_levels'],
    queryFn: ({ signal }) => call('GET /api/teams/firm_levels', {}, { signal }),
    enabled: open,
  });
  const save = async (levels: Level[] | null): Promise<void> => {
    await call('PUT /api/teams/firm_levels', { body: { levels: levels ?? [] } });
    await client.invalidateQueries({ queryKey: TEAMS });
  };
  return (
    <Drawer open={open} onClose={onClose} title={t('people.firm_levels')}>
      <Loaded query={query} skeleton={<Waiting rows={3} />}>
        {(levels) => <Editor levels={levels} own optional={false} save={save} />}
      </Loaded>
    </Drawer>
  );
}
