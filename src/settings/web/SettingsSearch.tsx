import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EXTRA, type SideEntry, TextInput, announce, useKeys } from '../../web/ui/index.ts';
import { type Hit } from './finds.ts';
import styles from './Settings.module.css';

export interface SettingsSearchProps {
  typed: string;
  onType: (typed: string) => void;
  hits: readonly Hit[];
}

/** A box over all settings; Enter opens the first that is found. */
export function SettingsSearch({ typed, onType, hits }: SettingsSearchProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const box = useRef<HTMLInputElement>(null);
  useKeys([{ keys: '/', label: 'settings.search', run: () => box.current?.focus() }]);
  useEffect(() => {
    if (typed.trim() !== '') announce(t('settings.found', { count: hits.length }));
  }, [typed, hits.length, t]);
  const openFirst = (): void => {
    const [first] = hits;
    if (!first) return;
    onType('');
    void navigate({ to: '/admin/settings', search: { section: first.section.id } });
  };
  return (
    <search className={styles.search}>
      <TextInput
        ref={box}
        label={t('settings.search')}
        hideLabel
        placeholder={t('settings.search')}
        type="search"
        extra={EXTRA.name}
        value={typed}
        onChange={onType}
        onEnter={openFirst}
        clearable
      />
    </search>
  );
}

/** What was found, each with the names that fit, as entries of the list. */
export const entriesOf = (hits: readonly Hit[], t: (key: string) => string): SideEntry[] =>
  hits.map(({ section, names }) => ({
    ...{ id: section.id, name: t(section.title), search: { section: section.id } },
    about: names.length > 0 ? names.join(', ') : undefined,
  }));
