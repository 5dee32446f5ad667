import { useQueryClient } from '@tanstack/react-query';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { GRADES } from '../../kit/grades.ts';
import { At, FormBody, FormDrawer, formStyles, useForm } from '../../web/form/index.ts';
import { useSession } from '../../web/session.ts';
import {
  Button,
  EXTRA,
  ErrorPanel,
  HoursField,
  NumberField,
  PeriodField,
  Select,
  TextInput,
  Waiting,
} from '../../web/ui/index.ts';
import type { Candidate, DemandRow } from '../contract.ts';
import type { Acts } from './board-acts.ts';
import type { Names } from './board-data.ts';
import { type DemandDraft, askFor, changeDemand, draftOf, removeDemand, useDemand, wantedText } from './demand-data.ts';
import { useChoices, usePhases, useWork, workFields, workId } from './draft.ts';
import { FindPeople } from './FindPeople.tsx';
import styles from './Forms.module.css';
import { PhaseSelect } from './PhaseSelect.tsx';

export interface DemandDrawerProps {
  /** Id of a demand, or a draft of a new one. */
  open: string | DemandDraft | undefined;
  names: Names;
  acts: Acts;
  onClose: () => void;
}

/** One demand with its fields and the people who could do it, or a new one. */
export default function DemandDrawer({ open, names, acts, onClose }: DemandDrawerProps) {
  const { t } = useTranslation();
  const id = typeof open === 'string' ? open : undefined;
  const { data, error } = useDemand(id);
  const title = id === undefined ? t('planning.ask_for_people') : t('planning.demand');
  const save = id === undefined ? t('planning.ask') : data?.may ? t('planning.save') : undefined;
  return (
    <FormDrawer open={open !== undefined} onClose={onClose} title={title} size="wide" save={save}>
      {typeof open === 'object' && <DemandForm draft={open} names={names} onDone={onClose} />}
      {data && id !== undefined && (
        <>
          <DemandForm key={data.version} row={data} draft={draftOf(data)} names={names} onDone={onClose} />
          <Assign row={data} acts={acts} onDone={onClose} />
        </>
      )}
      {id !== undefined && !data && (error ? <ErrorPanel error={error} /> : <Waiting rows={6} />)}
    </FormDrawer>
  );
}

/** Who could do it, those who fit best first: one press books. */
function Assign({ row, acts, onDone }: { row: DemandRow; acts: Acts; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const choose = (candidate: Candidate): void => {
    acts.fill(row, { id: candidate.user_id, name: candidate.name, may: candidate.may });
    onDone();
  };
  return (
    <section className={`${styles.moreActs} ${styles.below}`} aria-label={t('planning.who_could')}>
      <h3>{t('planning.who_could')}</h3>
      <p>{wantedText(row)}</p>
      <FindPeople
        search={{
          ...{ from: row.first_day, to: row.last_day, minutes_per_day: row.minutes_per_day },
          ...{ project_id: row.project_id, task_type_id: row.task_type_id },
          ...(row.grade ? { grades: [row.grade] } : {}),
          ...(row.team_id ? { teams: [row.team_id] } : {}),
          ...(row.country ? { countries: [row.country] } : {}),
        }}
        onChoose={choose}
      />
      {row.may && (
        <div className={styles.ways}>
          <Button
            level="danger"
            icon={<IconTrash size={16} aria-hidden="true" />}
            onClick={() => {
              onDone();
              void removeDemand(client, row);
            }}
          >
            {t('planning.remove_demand')}
          </Button>
        </div>
      )}
    </section>
  );
}

interface Filled extends DemandDraft {
  count: number;
}

const MOST = 50;

function DemandForm({
  row,
  draft: first,
  names,
  onDone,
}: {
  row?: DemandRow;
  draft: DemandDraft;
  names: Names;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const choices = useChoices();
  const countries = useSession(({ firm }) => firm?.countries) ?? [];
  const form = useForm<{ version: number }, Filled>({
    row,
    draftOf: () => ({ ...first, count: 1 }),
    check: (draft) => (draft.project_id || draft.task_type_id ? {} : { project_id: t('planning.work_missing') }),
    save: async (changes, version, { count, ...draft }) => {
      const { count: _count, ...change } = changes;
      if (row) return changeDemand(client, row, change, version);
      await askFor(client, draft, count);
      return { version: 1 };
    },
    onSaved: onDone,
  });
  const { draft, set, errors } = form;
  const chosen = workId({ project_id: draft.project_id ?? null, task_type_id: draft.task_type_id ?? null });
  const { options, onSearch } = useWork('', names, chosen);
  const phases = usePhases(draft.project_id);
  const labels = {
    project_id: t('planning.work'),
    phase_id: t('planning.phase'),
    task_type_id: t('planning.task_types'),
    grade: t('planning.grade'),
    team_id: t('planning.team'),
    country: t('planning.country'),
    skill: t('planning.skill'),
    first_day: t('planning.period'),
    last_day: t('planning.period'),
    minutes_per_day: t('planning.hours_a_day'),
    note: t('planning.note'),
    count: t('planning.how_many'),
  };
  return (
    <FormBody form={form} name={row ? t('planning.demand') : t('planning.ask_for_people')} labels={labels}>
      <div className={formStyles.fields}>
        <At field="project_id" wide>
          <Select
            label={labels.project_id}
            options={options}
            value={chosen}
            onChange={(id) => id && set(workFields(id))}
            clearable={false}
            placeholder={t('planning.choose_work')}
            error={errors.project_id ?? errors.task_type_id}
            autoFocus={!row}
            required
            {...(onSearch ? { onSearch } : {})}
          />
        </At>
        {phases && phases.length > 0 && (
          <At field="phase_id" wide>
            <PhaseSelect
              projectId={draft.project_id}
              value={draft.phase_id}
              days={draft}
              onChange={(phase_id) => set({ phase_id })}
              error={errors.phase_id}
            />
          </At>
        )}
        <At field="first_day" wide>
          <PeriodField
            label={labels.first_day}
            value={{ from: draft.first_day, to: draft.last_day }}
            onChange={(period) => period && set({ first_day: period.from, last_day: period.to })}
            error={errors.first_day ?? errors.last_day}
          />
        </At>
        <At field="grade">
          <Select
            label={labels.grade}
            options={GRADES.map((grade) => ({ id: grade, name: grade }))}
            value={draft.grade ?? undefined}
            onChange={(id) => set({ grade: GRADES.find((grade) => grade === id) ?? null })}
            placeholder={t('planning.anybody')}
            error={errors.grade}
          />
        </At>
        <At field="team_id">
          <Select
            label={labels.team_id}
            options={choices?.teams ?? []}
            value={draft.team_id ?? undefined}
            onChange={(id) => set({ team_id: id ?? null })}
            placeholder={t('planning.anybody')}
            error={errors.team_id}
          />
        </At>
        <At field="country">
          <Select
            label={labels.country}
            options={countries.map(({ code, name }) => ({ id: code, name }))}
            value={draft.country ?? undefined}
            onChange={(id) => set({ country: id ?? null })}
            placeholder={t('planning.anybody')}
            error={errors.country}
          />
        </At>
        <At field="skill">
          <TextInput
            label={labels.skill}
            value={draft.skill ?? ''}
            onChange={(skill) => set({ skill })}
            extra={EXTRA.free}
            error={errors.skill}
          />
        </At>
        <At field="minutes_per_day">
          <HoursField
            label={labels.minutes_per_day}
            value={draft.minutes_per_day * 60}
            max={86_400}
            onChange={(seconds) => seconds && set({ minutes_per_day: Math.max(1, Math.round(seconds / 60)) })}
            error={errors.minutes_per_day}
          />
        </At>
        {!row && (
          <At field="count">
            <NumberField
              label={labels.count}
              value={draft.count}
              min={1}
              max={MOST}
              onChange={(count) => set({ count: count ?? 1 })}
            />
          </At>
        )}
        <At field="note" wide>
          <TextInput
            label={labels.note}
            value={draft.note ?? ''}
            onChange={(note) => set({ note })}
            extra={EXTRA.free}
            error={errors.note}
          />
        </At>
      </div>
    </FormBody>
  );
}
