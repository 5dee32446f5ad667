import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { settingsContract } from '../../settings/contract.ts';
import { useAddress, word } from '../../web/address.ts';
import { caller } from '../../web/api.ts';
import { type Option, Select } from '../../web/ui/index.ts';
import styles from './RoleAccess.module.css';
import { WhyQuestion } from './WhyQuestion.tsx';

const find = caller<typeof settingsContract>();

const codecs = { page: word(), operation: word() };

/** Why a person may, or may not, open a screen or make a call. */
export default function WhyAccess() {
  const { t } = useTranslation();
  const [{ page, operation }, setAddress] = useAddress(codecs);
  const [person, setPerson] = useState<Option>();
  const [typed, setTyped] = useState('');
  const people = usePeople(typed, person);
  return (
    <div className={styles.why}>
      <Select
        label={t('settings.why_person')}
        valueFormat="object"
        options={people}
        value={person}
        onChange={setPerson}
        onSearch={setTyped}
      />
      <WhyQuestion
        person={person?.id}
        page={page}
        operation={operation}
        onAsk={(asked) => setAddress(asked, { replace: true })}
      />
    </div>
  );
}

/** People by a few letters; whoever is chosen stays in the list. */
function usePeople(typed: string, chosen: Option | undefined): Option[] {
  const query = useQuery({
    queryKey: ['access', 'people', typed],
    queryFn: ({ signal }) =>
      find('POST /api/settings/smart_search', { query: {}, body: { query: typed, collections: ['users'], top: 20 } }, { signal }),
    enabled: typed.trim() !== '',
  });
  const found = (query.data ?? []).map(({ id, label }) => ({ id, name: label }));
  return chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
}
