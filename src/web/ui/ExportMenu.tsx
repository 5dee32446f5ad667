import { Menu } from '@mantine/core';
import { IconDownload, IconFileTypeCsv, IconFileTypeXls, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../format.ts';
import { Button } from './Button.tsx';
import { notify } from './notify.ts';
import { useReason } from './states.tsx';

export type ExportFormat = 'xlsx' | 'csv';

export interface ExportMenuProps {
  /** Fetches and saves the file of everything that the filters show. */
  download: (format: ExportFormat) => Promise<void>;
  /** Rows that the file will hold. */
  count?: number | undefined;
}

/** Excel, CSV, print: always at the right end of the filters. */
export function ExportMenu({ download, count }: ExportMenuProps) {
  const { t } = useTranslation();
  const reason = useReason();
  const [busy, setBusy] = useState(false);
  const run = async (format: ExportFormat): Promise<void> => {
    setBusy(true);
    try {
      await download(format);
    } catch (error) {
      notify.error(reason(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button icon={<IconDownload size={16} aria-hidden="true" />} busy={busy}>
          {t('web.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {count !== undefined && <Menu.Label>{t('web.rows', { count, shown: number(count) })}</Menu.Label>}
        <Menu.Item leftSection={<IconFileTypeXls size={16} />} onClick={() => void run('xlsx')}>
          {t('web.export_xlsx')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypeCsv size={16} />} onClick={() => void run('csv')}>
          {t('web.export_csv')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          {t('web.print')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
