import { SegmentedControl } from '@mantine/core';

export interface ChoiceProps<Id extends string> {
  /** Spoken, not shown. */
  label: string;
  options: readonly { id: Id; name: string }[];
  value: Id;
  onChange: (value: Id) => void;
}

/** One of a few, all in view. */
export function Choice<Id extends string>({ label, options, value, onChange }: ChoiceProps<Id>) {
  return (
    <SegmentedControl
      aria-label={label}
      transitionDuration={0}
      value={value}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(next) => onChange(next as Id)}
    />
  );
}
