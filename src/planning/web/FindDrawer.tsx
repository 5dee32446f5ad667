import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { useSession } from '../../web/session.ts';
import { Drawer, HoursField, NumberField, PeriodField, Select } from '../../web/ui/index.ts';
import type { Candidate } from '../contract.ts';
import type { Acts } from './board-acts.ts';
import { preferredLevel } from './board-data.ts';
import type { BoardStore } from './board-store.ts';
import { NO_WORK, useChoices, useWork, workFields, workId } from './draft.ts';
import styles from './Find.module.css';
import { FindPeople } from './FindPeople.tsx';
import { PhaseSelect } from './PhaseSelect.tsx';

export interface FindDrawerProps {
  store: BoardStore;
  acts: Acts;
  from: Day;
  to: Day;
  onClose: () => void;
}

const HALF = 50;

/** Finds people who are free at least so much in a range, by grade, team and country, and books one by one press. */
export default function FindDrawer({ store, acts, from, to, onClose }: FindDrawerProps) {
  const { t } = useTranslation();
  const [range, setRange] = useState({ from, to });
  const [minutes, setMinutes] = useState(480);
  const [least, setLeast] = useState(HALF);
  const [grades, setGrades] = useState<readonly string[]>([]);
  const [teams, setTeams] = useState<readonly string[]>([]);
  const [countries, setCountries] = useState<readonly string[]>([]);
  const [work, setWork] = useState(NO_WORK);
  const [missing, setMissing] = useState(false);
  const choices = useChoices();
  const known = useSession(({ firm }) => firm?.countries) ?? [];
  const chosen = workId(work);
  const { options, onSearch } = useWork('', store.names, chosen);
  const { project_id, task_type_id } = work;

  const book = (candidate: Candidate): void => {
    const level = preferredLevel(candidate.may);
    setMissing(!chosen);
    if (!chosen || !level) return;
    const span = { first_day: range.from, last_day: range.to, minutes_per_day: minutes };
    acts.book({ ...work, ...span, user_id: candidate.user_id, level, note: '' }, candidate.name);
    onClose();
  };

  return (
    <Drawer open onClose={onClose} title={t('planning.find_people')} size="wide">
      <div className={styles.fields}>
        <PeriodField label={t('planning.period')} value={range} onChange={(period) => period && setRange(period)} />
        <Select
          label={t('planning.grades')}
          multiple
          limit={2}
          options={GRADES.map((grade) => ({ id: grade, name: grade }))}
          value={grades}
          onChange={setGrades}
          autoFocus
        />
        <NumberField
          label={t('planning.free_at_least')}
          value={least}
          min={0}
          max={100}
          unit="%"
          onChange={(percent) => setLeast(percent ?? 0)}
        />
        <Select label={t('planning.teams')} multiple limit={2} options={choices?.teams ?? []} value={teams} onChange={setTeams} />
        <Select
          label={t('planning.countries')}
          multiple
          limit={2}
          options={known.map(({ code, name }) => ({ id: code, name }))}
          value={countries}
          onChange={setCountries}
        />
        <HoursField
          label={t('planning.hours_a_day')}
          value={minutes * 60}
          max={86_400}
          onChange={(seconds) => seconds && setMinutes(Math.max(1, Math.round(seconds / 60)))}
        />
        <Select
          label={t('planning.work')}
          options={options}
          value={chosen}
          onChange={(id) => {
            setWork(id ? workFields(id) : NO_WORK);
            setMissing(false);
          }}
          placeholder={t('planning.choose_work')}
          error={missing ? t('planning.work_missing') : undefined}
          {...(onSearch ? { onSearch } : {})}
        />
        <PhaseSelect
          projectId={project_id}
          value={work.phase_id}
          days={{ first_day: range.from, last_day: range.to }}
          onChange={(phase_id) => setWork({ ...work, phase_id })}
        />
      </div>
      <FindPeople
        search={{
          ...{ ...range, project_id, task_type_id, minutes_per_day: minutes, least },
          ...(grades.length > 0 ? { grades: grades as Grade[] } : {}),
          ...(teams.length > 0 ? { teams: [...teams] } : {}),
          ...(countries.length > 0 ? { countries: [...countries] } : {}),
        }}
        onChoose={book}
      />
    </Drawer>
  );
}
