import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, notify, useReason } from '../../web/ui/index.ts';
import { call } from './tickets-data.ts';

export interface MyDataProps {
  /** Whose, for administrators; without it one's own. */
  userId?: string;
}

/** Everything that is kept about a person, as a file. */
export default function MyData({ userId }: MyDataProps) {
  const { t } = useTranslation();
  const reason = useReason();
  const [busy, setBusy] = useState(false);
  const get = async (): Promise<void> => {
    setBusy(true);
    try {
      await call.download('GET /api/my_data', `${t('support.my_data_file')}.zip`, { query: userId ? { user_id: userId } : {} });
    } catch (error) {
      notify.error(reason(error));
    }
    setBusy(false);
  };
  return (
    <>
      <p>{t(userId ? 'support.data_of_text' : 'support.my_data_text')}</p>
      <div>
        <Button icon={<IconDownload size={16} aria-hidden="true" />} busy={busy} onClick={() => void get()}>
          {t('support.my_data_get')}
        </Button>
      </div>
    </>
  );
}
