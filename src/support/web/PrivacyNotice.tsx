import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { instant } from '../../web/format.ts';
import { Button, Loaded, Waiting, notify, useReason } from '../../web/ui/index.ts';
import { NOTICE_KEY, type Notice, useNotice } from './privacy-data.ts';
import { call } from './tickets-data.ts';
import styles from './Tickets.module.css';

/** What the firm says of one's data, and that one has read it. */
export default function PrivacyNotice() {
  return (
    <Loaded query={useNotice()} skeleton={<Waiting rows={3} />}>
      {(notice) => <Words notice={notice} />}
    </Loaded>
  );
}

function Words({ notice: { text, edition, published_at, is_read } }: { notice: Notice }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReason();
  const [busy, setBusy] = useState(false);
  if (text === '') return <p>{t('support.no_notice')}</p>;
  const acknowledge = async (): Promise<void> => {
    setBusy(true);
    try {
      client.setQueryData(NOTICE_KEY, await call('POST /api/privacy/notice/read', { body: { edition } }));
    } catch (error) {
      notify.error(reason(error));
      void client.invalidateQueries({ queryKey: NOTICE_KEY });
    }
    setBusy(false);
  };
  return (
    <>
      <p className={styles.notice}>{text}</p>
      <p>{t('support.notice_edition', { edition, day: published_at === null ? '' : instant(published_at) })}</p>
      {is_read ? (
        <p role="status">{t('support.notice_is_read')}</p>
      ) : (
        <div>
          <Button level="primary" busy={busy} onClick={() => void acknowledge()}>
            {t('support.notice_i_read')}
          </Button>
        </div>
      )}
    </>
  );
}
