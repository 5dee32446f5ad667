import { useTranslation } from 'react-i18next';
import { day, dayRange } from '../../web/format.ts';
import { Select } from '../../web/ui/index.ts';
import type { Phase } from '../contract.ts';
import type { Span } from '../rules.ts';
import { isOutside } from './board-data.ts';
import { usePhases } from './draft.ts';

export interface PhaseSelectProps {
  projectId: string | null | undefined;
  value: string | null | undefined;
  /** What is chosen is called so until the phases of the project are known. */
  name?: string | undefined;
  /** The days of the booking: a note says where they lie outside of the phase. */
  days?: Pick<Span, 'first_day' | 'last_day'>;
  disabled?: boolean;
  error?: string | undefined;
  onChange: (phaseId: string | null) => void;
}

/** The part of the project that a booking is for; nothing where the project has no parts. */
export function PhaseSelect({ projectId, value, name, days, disabled = false, error, onChange }: PhaseSelectProps) {
  const { t } = useTranslation();
  const phases = usePhases(projectId);
  const known = phases?.map((phase) => ({ id: phase.id, name: phase.name, hint: daysOf(phase) }));
  const options = known ?? (value && name ? [{ id: value, name }] : []);
  if (options.length === 0) return null;
  const chosen = phases?.find(({ id }) => id === value);
  return (
    <Select
      label={t('planning.phase')}
      options={options}
      value={value ?? undefined}
      onChange={(id) => onChange(id ?? null)}
      placeholder={t('planning.whole_project')}
      description={chosen && days && isOutside(chosen, days) ? t('planning.outside_phase', { days: daysOf(chosen) }) : undefined}
      disabled={disabled}
      error={error}
    />
  );
}

/** When a phase runs; one that is open at an end says so by dots. */
const daysOf = ({ starts_on, ends_on }: Phase): string | undefined => {
  if (starts_on && ends_on) return dayRange(starts_on, ends_on);
  if (!starts_on && !ends_on) return undefined;
  return [starts_on, ends_on].map((each) => (each ? day(each) : '…')).join(' – ');
};
