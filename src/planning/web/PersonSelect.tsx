import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { caller } from '../../web/api.ts';
import { type Option, Select } from '../../web/ui/index.ts';
import type { settingsContract } from '../../settings/contract.ts';

const call = caller<typeof settingsContract>();
const LISTED = 50;

/** People whose name holds what is typed; `known` are those that stand chosen. */
export function usePeople(known: readonly Option[]): { options: Option[]; onSearch: (typed: string) => void } {
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const { data } = useQuery({
    queryKey: ['people', 'search', query],
    queryFn: ({ signal }) =>
      call('POST /api/settings/smart_search', { query: {}, body: { query, collections: ['users'], top: LISTED } }, { signal }),
    enabled: query !== '',
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
  const found = (query === '' ? [] : (data ?? [])).map(({ id, label }) => ({ id, name: label }));
  const options = [...known.filter((option) => query === '' || !found.some((each) => each.id === option.id)), ...found];
  return { options, onSearch: setTyped };
}

export interface PersonSelectProps {
  label: string;
  value: Option | undefined;
  onChange: (person: Option) => void;
  disabled?: boolean;
  autoFocus?: boolean;
  error?: string | undefined;
}

/** One person, found by typing. */
export function PersonSelect({ label, value, onChange, disabled = false, autoFocus = false, error }: PersonSelectProps) {
  const { options, onSearch } = usePeople(value ? [value] : []);
  return (
    <Select
      label={label}
      options={options}
      valueFormat="object"
      value={value}
      onChange={(person) => person && onChange(person)}
      onSearch={onSearch}
      clearable={false}
      disabled={disabled}
      autoFocus={autoFocus}
      error={error}
      required
    />
  );
}
