import { useNavigate } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { choice, flag, useAddress, word } from '../../web/address.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import {
  BesideList,
  Button,
  ClosedPage,
  EmptyState,
  Loaded,
  PageTitle,
  SideList,
  Tabs,
  useKeys,
  Waiting,
} from '../../web/ui/index.ts';
import { type Country, useCountries } from './countries-data.ts';
import { CountryHead } from './CountryHead.tsx';
import { HolidaysTab } from './HolidaysTab.tsx';
import { LeaveTypes } from './LeaveTypes.tsx';
import { useLiveLeave } from './leave-data.ts';
import { PoliciesTab } from './PoliciesTab.tsx';
import { NewCountry } from './PolicyDrawer.tsx';
import { WorkingWeek } from './WorkingWeek.tsx';

export const COUNTRIES_PATH = '/admin/countries_settings';
const TABS = ['policies', 'holidays', 'week'] as const;
/** In place of a country: the firm's kinds of leave. */
const TYPES = 'types';

const codecs = { country: word(), tab: choice(TABS, 'policies'), add: flag() };

/** Paid time off, public holidays and the working week, country by country. */
export default function CountriesSettings() {
  const { t } = useTranslation();
  return useMayCall()('pto.countries') ? <Countries /> : <ClosedPage title={t('leave.countries_settings')} />;
}

function Countries() {
  const { t } = useTranslation();
  const [{ country: wanted, add }, setAddress] = useAddress(codecs);
  const may = useMayCall();
  const mayAdd = usePageFlag('can_edit', 'countries_settings') && may('pto.create');
  const query = useCountries();
  useLiveLeave();
  const open = (): void => setAddress({ add: true });
  useKeys(mayAdd ? [{ keys: 'n', label: 'leave.add_country', run: open }] : []);
  const countries = query.data ?? [];
  const chosen = countries.find(({ code }) => code === wanted) ?? countries.find((each) => each.is_default) ?? countries[0];
  const isTypes = wanted === TYPES;
  return (
    <>
      <PageTitle
        title={t('leave.countries_settings')}
        summary={isTypes ? t('leave.types') : chosen?.name}
        actions={
          mayAdd && (
            <Button level="primary" icon={<IconPlus size={16} aria-hidden="true" />} onClick={open}>
              {t('leave.add_country')}
            </Button>
          )
        }
      />
      <Loaded
        query={query}
        skeleton={<Waiting rows={10} />}
        isEmpty={(rows) => rows.length === 0}
        empty={<EmptyState title={t('leave.no_countries')} />}
      >
        {(rows) => (
          <BesideList list={<CountryList countries={rows} current={isTypes ? TYPES : chosen?.code} />}>
            {isTypes ? <LeaveTypes /> : chosen && <OneCountry key={chosen.code} country={chosen} />}
          </BesideList>
        )}
      </Loaded>
      {mayAdd && <NewCountry open={add} countries={countries} onClose={() => setAddress({ add: false })} />}
    </>
  );
}

function CountryList({ countries, current }: { countries: readonly Country[]; current: string | undefined }) {
  const { t } = useTranslation();
  const entries = countries.map(({ code, name, people }) => ({
    ...{ id: code, name, search: { country: code } },
    about: t('leave.people', { count: people }),
  }));
  const types = { id: TYPES, name: t('leave.types'), search: { country: TYPES } };
  return <SideList label={t('leave.countries')} to={COUNTRIES_PATH} entries={[...entries, types]} current={current} />;
}

function OneCountry({ country }: { country: Country }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [{ tab }] = useAddress(codecs);
  // What one tab keeps in the address means nothing to the others.
  const turn = (next: string | null): void =>
    void navigate({ to: '.', search: { country: country.code, ...(next && next !== 'policies' ? { tab: next } : {}) } as never });
  return (
    <>
      <CountryHead country={country} />
      <Tabs value={tab} onChange={turn} keepMounted={false}>
        <Tabs.List mb={12}>
          {TABS.map((id) => (
            <Tabs.Tab key={id} value={id}>
              {t(`leave.tab_${id}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="policies">
          <PoliciesTab country={country} />
        </Tabs.Panel>
        <Tabs.Panel value="holidays">
          <HolidaysTab country={country} />
        </Tabs.Panel>
        <Tabs.Panel value="week">
          <WorkingWeek country={country} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
