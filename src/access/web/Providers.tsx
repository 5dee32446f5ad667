import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAddress, word } from '../../web/address.ts';
import { listed } from '../../web/format.ts';
import { ActiveMark, Button, type Column, DataTable, Loaded, Waiting, useKeys, besideOf } from '../../web/ui/index.ts';
import { ProviderDrawer } from './ProviderDrawer.tsx';
import { type Provider, useProviders } from './sign-in-data.ts';
import styles from './SignInSettings.module.css';

const codecs = { id: word() };

/** The firm's identity providers. */
export function Providers() {
  const { t } = useTranslation();
  const [{ id }, setAddress] = useAddress(codecs);
  const query = useProviders();
  const add = (): void => setAddress({ id: 'new' });
  useKeys([{ keys: 'n', label: 'settings.new_provider', run: add }]);
  const rows = query.data ?? [];
  const beside = besideOf(
    rows,
    (row) => row.id === id,
    (row) => setAddress({ id: row.id }, { replace: true }),
  );
  const columns: Column<Provider>[] = [
    { id: 'name', header: t('settings.name'), cell: (row) => row.name, fixed: true, width: 160 },
    { id: 'issuer', header: t('settings.issuer'), cell: (row) => row.issuer },
    {
      id: 'domains',
      header: t('settings.domains'),
      cell: (row) => (row.domains.length > 0 ? listed(row.domains) : t('settings.no_domains')),
    },
    {
      id: 'state',
      header: t('settings.state'),
      cell: (row) => <ActiveMark active={row.is_active} on={t('settings.active')} off={t('settings.inactive')} />,
    },
  ];
  return (
    <>
      <Loaded
        query={query}
        skeleton={<Waiting rows={3} />}
        isEmpty={(found) => found.length === 0}
        empty={<p className={styles.later}>{t('settings.no_providers')}</p>}
      >
        {() => (
          <DataTable
            name="sign_in_providers"
            caption={t('settings.providers')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            onOpen={(row) => setAddress({ id: row.id })}
          />
        )}
      </Loaded>
      {query.data && (
        <div className={styles.foot}>
          <Button icon={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
            {t('settings.new_provider')}
          </Button>
        </div>
      )}
      <ProviderDrawer
        id={id}
        provider={rows.find((row) => row.id === id)}
        query={query}
        onClose={() => setAddress({ id: '' })}
        onNext={beside(1)}
        onPrevious={beside(-1)}
      />
    </>
  );
}
