import { useNavigate, useParams } from '@tanstack/react-router';
import { IconArrowLeft, IconDownload, IconMessage, IconSettings, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../web/api.ts';
import { choice, flag, useAddress, whole } from '../../web/address.ts';
import * as format from '../../web/format.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import {
  Button,
  ClosedPage,
  EmptyState,
  IconButton,
  LinkButton,
  Loaded,
  Menu,
  PageTitle,
  Select,
  Tabs,
  Waiting,
  confirm,
  notify,
  useReason,
} from '../../web/ui/index.ts';
import { Chat } from './Chat.tsx';
import { useUnread } from './chat-data.ts';
import { Editor } from './Editor.tsx';
import { HeadDrawer } from './HeadDrawer.tsx';
import styles from './Pricing.module.css';
import { type Details, PAGE, PATH, call, useChoices, useLivePricings, usePricing } from './pricing-data.ts';
import { Steps } from './Steps.tsx';
import { Versions } from './Versions.tsx';

const TABS = ['sheet', 'versions', 'history'] as const;
const codecs = { tab: choice(TABS, 'sheet'), number: whole(0), chat: flag() };

/** One pricing: its sheets, its versions, and what became of it. */
export default function Pricing() {
  const { t } = useTranslation();
  return useMayCall()('pricing.pricings') ? <Page /> : <ClosedPage title={t('pricing.pricing')} />;
}

function Page() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const [{ number }] = useAddress(codecs);
  const query = usePricing(id, number);
  useLivePricings();
  const unknown = query.error instanceof CallError && [404, 422].includes(query.error.status);
  return (
    <>
      <PageTitle title={query.data?.name ?? t('pricing.pricing')} actions={<Actions pricing={query.data} />} />
      {unknown ? (
        <EmptyState title={t('pricing.unknown')} text={t('pricing.unknown_text')} />
      ) : (
        <Loaded query={query} skeleton={<Waiting rows={12} />}>
          {(pricing) => <One key={pricing.id} pricing={pricing} />}
        </Loaded>
      )}
    </>
  );
}

/** The way back, the file, and the end of a pricing that nobody was asked about. */
function Actions({ pricing }: { pricing: Details | undefined }) {
  const { t } = useTranslation();
  const reason = useReason();
  const navigate = useNavigate();
  const may = useMayCall();
  const mayExport = usePageFlag('can_export', PAGE) && may('pricing.export');
  const download = async (id: string, forClient: boolean, format = 'xlsx'): Promise<void> => {
    try {
      await call.download('POST /api/pricing/export', `${t('pricing.pricing')}.${format}`, {
        query: { format },
        body: { id, number: pricing?.shown.number ?? 1, for_client: forClient },
      });
    } catch (error) {
      notify.error(reason(error));
    }
  };
  const remove = async ({ id, name }: Details): Promise<void> => {
    const sure = await confirm({
      title: t('pricing.delete_title', { name }),
      text: t('pricing.delete_text'),
      action: t('pricing.delete'),
      danger: true,
    });
    if (!sure) return;
    try {
      await call('POST /api/pricing/delete', { body: { id } });
      notify.success(t('pricing.deleted', { name }));
      void navigate({ to: PATH as never });
    } catch (error) {
      notify.error(reason(error));
    }
  };
  return (
    <>
      {pricing?.may.delete && may('pricing.delete') && (
        <IconButton label={t('pricing.delete')} icon={<IconTrash size={18} />} onClick={() => void remove(pricing)} />
      )}
      {pricing && mayExport && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button icon={<IconDownload size={16} aria-hidden="true" />}>{t('pricing.export')}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void download(pricing.id, false)}>{t('pricing.export_own')}</Menu.Item>
            <Menu.Item onClick={() => void download(pricing.id, true)}>{t('pricing.export_client')}</Menu.Item>
            <Menu.Item onClick={() => void download(pricing.id, true, 'pdf')}>{t('pricing.export_pdf')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <LinkButton to={PATH} icon={<IconArrowLeft size={16} aria-hidden="true" />}>
        {t('pricing.back')}
      </LinkButton>
    </>
  );
}

function One({ pricing }: { pricing: Details }) {
  const { t } = useTranslation();
  const [{ tab, chat }, setAddress] = useAddress(codecs);
  const unread = useUnread().data?.pricings.find(({ pricing_id }) => pricing_id === pricing.id)?.unread ?? 0;
  const choices = useChoices();
  const [editing, setEditing] = useState(false);
  const { shown, versions } = pricing;
  const facts = [
    pricing.client,
    pricing.project,
    t(`pricing.kind_${pricing.kind}`),
    pricing.owner,
    t('pricing.rates_of', { day: format.day(shown.rate_day) }),
  ];
  return (
    <>
      <div className={styles.about}>
        <span>{facts.filter(Boolean).join(' · ')}</span>
        {versions.length > 1 && (
          <div className={styles.narrow}>
            <Select
              label={t('pricing.version')}
              hideLabel
              options={versions.map(({ number }) => ({ id: String(number), name: t('pricing.version_n', { number }) }))}
              value={String(shown.number)}
              onChange={(id) => setAddress({ number: Number(id) === versions[0]?.number ? 0 : Number(id) })}
              clearable={false}
              searchable={false}
            />
          </div>
        )}
        <Button size="sm" icon={<IconSettings size={16} aria-hidden="true" />} onClick={() => setEditing(true)}>
          {t('pricing.details')}
        </Button>
        <Button size="sm" icon={<IconMessage size={16} aria-hidden="true" />} onClick={() => setAddress({ chat: true })}>
          {unread > 0 ? t('pricing.chat_unread', { count: unread }) : t('pricing.chat')}
        </Button>
      </div>
      <Tabs
        value={tab}
        onChange={(next) => setAddress({ tab: TABS.find((each) => each === next) ?? 'sheet' })}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('pricing.views')}>
          {TABS.map((id) => (
            <Tabs.Tab key={id} value={id}>
              {t(`pricing.tab_${id}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="sheet" pt="md">
          <Loaded query={choices} skeleton={<Waiting rows={10} />}>
            {(known) => <Editor key={shown.id} pricing={pricing} choices={known} />}
          </Loaded>
        </Tabs.Panel>
        <Tabs.Panel value="versions" pt="md">
          <Versions pricing={pricing} />
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="md">
          <Steps pricing={pricing} />
        </Tabs.Panel>
      </Tabs>
      <Chat open={chat} pricing={pricing} onClose={() => setAddress({ chat: false })} />
      <HeadDrawer open={editing} pricing={pricing} onClose={() => setEditing(false)} />
    </>
  );
}
