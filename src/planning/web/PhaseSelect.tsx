import { useTranslation } from 'react-i18next';
import { dayRange } from '../../web/format.ts';
import { Select } from '../../web/ui/index.ts';
import type { Phase } from '../contract.ts';
import { usePhases } from './draft.ts';

export interface PhaseSelectProps {
  projectId: string | null | undefined;
  value: string | null | undefined;
  /** What is chosen is called so until the phases of the project are known. */
  name?: string | undefined;
  disabled?: boolean;
  error?: string | undefined;
  onChange: (phaseId: string | null) => void;
}

/** The part of the project that a booking is for; nothing where the project has no parts. */
export function PhaseSelect({ projectId, value, name, disabled = false, error, onChange }: PhaseSelectProps) {
  const { t } = useTranslation();
  const phases = usePhases(projectId);
  const known = phases?.map((phase) => ({ id: phase.id, name: phase.name, hint: daysOf(phase) }));
  const options = known ?? (value && name ? [{ id: value, name }] : []);
  if (options.length === 0) return null;
  return (
    <Select
      label={t('planning.phase')}
      options={options}
      value={value ?? undefined}
      onChange={(id) => onChange(id ?? null)}
      placeholder={t('planning.whole_project')}
      disabled={disabled}
      error={error}
    />
  );
}

const daysOf = ({ starts_on, ends_on }: Phase): string | undefined =>
  starts_on && ends_on ? dayRange(starts_on, ends_on) : undefined;
