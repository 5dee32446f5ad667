import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedControl, Select, TextInput } from '../../web/ui/index.ts';
import { EXTRA } from '../../web/ui/index.ts';
import type { Level } from '../rules.ts';
import { AmountField, type Room } from './AmountField.tsx';
import { type Names, phaseName } from './board-data.ts';
import type { Draft } from './board-writes.ts';
import { useWork, workFields, workId } from './draft.ts';
import styles from './Forms.module.css';
import { PhaseSelect } from './PhaseSelect.tsx';
import { levelName } from './row-text.ts';

export interface WorkFieldsProps {
  draft: Draft;
  names: Names;
  /** Levels that the reader may set. */
  may: readonly Level[];
  /** What the person has on the days of the draft, where that is known. */
  room?: Room | undefined;
  disabled?: boolean;
  autoFocus?: boolean;
  errors?: Readonly<Record<string, string>>;
  onChange: (change: Partial<Draft>) => void;
}

/** What (and which part of it), how much a day, how firm, and a note: the same in the pop-over, the drawer and the list. */
export function WorkFields({
  draft,
  names,
  may,
  room,
  disabled = false,
  autoFocus = false,
  errors = {},
  onChange,
}: WorkFieldsProps) {
  const { t } = useTranslation();
  const [left, setLeft] = useState(false);
  const chosen = workId(draft);
  const { options, onSearch } = useWork(draft.user_id, names, chosen);
  const levels: Level[] = (['soft', 'requested', 'hard'] as const).filter(
    (level) => may.includes(level) || level === draft.level,
  );
  return (
    <div className={styles.fields}>
      <Select
        label={t('planning.work')}
        options={options}
        value={chosen}
        onChange={(id) => {
          if (!id) return;
          setLeft(Boolean(draft.phase_id));
          onChange({ ...workFields(id) });
        }}
        description={left ? t('planning.phase_left') : undefined}
        clearable={false}
        disabled={disabled}
        autoFocus={autoFocus}
        placeholder={t('planning.choose_work')}
        error={errors['project_id']}
        required
        {...(onSearch ? { onSearch } : {})}
      />
      <PhaseSelect
        projectId={draft.project_id}
        value={draft.phase_id}
        name={phaseName(draft, names)}
        days={draft}
        disabled={disabled}
        error={errors['phase_id']}
        onChange={(phase_id) => onChange({ phase_id })}
      />
      <AmountField
        minutes={draft.minutes_per_day}
        room={room}
        disabled={disabled}
        error={errors['minutes_per_day']}
        onChange={(minutes) => onChange({ minutes_per_day: minutes })}
      />
      <div className={styles.level}>
        <span className={styles.legend} id="planning-level">
          {t('planning.level')}
        </span>
        <SegmentedControl
          aria-labelledby="planning-level"
          fullWidth
          transitionDuration={0}
          disabled={disabled}
          value={draft.level}
          data={levels.map((level) => ({ value: level, label: levelName(level) }))}
          onChange={(level) => onChange({ level: level as Level })}
        />
      </div>
      <TextInput
        label={t('planning.note')}
        value={draft.note}
        onChange={(note) => onChange({ note })}
        disabled={disabled}
        extra={EXTRA.free}
      />
    </div>
  );
}
