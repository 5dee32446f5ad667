import { type ComponentType, Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress, word } from '../../web/address.ts';
import { useMayCall } from '../../web/session.ts';
import { BesideList, EmptyState, PageTitle, SideList, Waiting } from '../../web/ui/index.ts';
import { SettingsSearch, entriesOf } from './SettingsSearch.tsx';
import { findSettings } from './finds.ts';
import { type SettingsSection, settingsSections } from './sections.ts';
import styles from './Settings.module.css';

const codecs = { section: word() };

const loaded = new Map<string, ComponentType>();

/** The component of a section, loaded when it is first opened. */
function componentOf({ id, load }: SettingsSection): ComponentType {
  const known = loaded.get(id) ?? lazy(load);
  loaded.set(id, known);
  return known;
}

/** The firm's settings: its sections at the left, the chosen one beside them. */
export default function Settings() {
  const { t } = useTranslation();
  const may = useMayCall();
  const [{ section }] = useAddress(codecs);
  const [typed, setTyped] = useState('');
  const sections = settingsSections().filter(({ access }) => may(access));
  const chosen = sections.find(({ id }) => id === section) ?? sections[0];
  if (!chosen) {
    return (
      <>
        <PageTitle title={t('settings.settings')} />
        <EmptyState title={t('settings.nothing')} text={t('settings.nothing_text')} />
      </>
    );
  }
  const Section = componentOf(chosen);
  const hits = findSettings(sections, typed, t);
  return (
    <>
      <PageTitle title={t('settings.settings')} summary={t(chosen.title)} />
      <BesideList
        list={
          sections.length > 1 && (
            <SideList
              label={t('settings.sections')}
              to="/admin/settings"
              entries={entriesOf(typed.trim() === '' ? sections.map((section) => ({ section, names: [] })) : hits, t)}
              current={typed.trim() === '' ? chosen.id : undefined}
              above={<SettingsSearch typed={typed} onType={setTyped} hits={hits} />}
              none={<p className={styles.none}>{t('settings.found_zero')}</p>}
              onChosen={() => setTyped('')}
            />
          )
        }
      >
        <h2 className={styles.title}>{t(chosen.title)}</h2>
        <p className={styles.about}>{t(chosen.text)}</p>
        <Suspense fallback={<Waiting rows={8} />}>
          <Section />
        </Suspense>
      </BesideList>
    </>
  );
}
