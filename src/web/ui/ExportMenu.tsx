import { Menu } from '@mantine/core';
import { IconDownload, IconFileTypeCsv, IconFileTypeXls, IconPhoto, IconPrinter } from '@tabler/icons-react';
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
  /** Saves what is shown as a picture, where there is one. */
  picture?: (() => Promise<void>) | undefined;
  /** Rows that the file will hold. */
  count?: number | undefined;
}

/** Excel, CSV, a picture where there is one, print: always at the right end of the filters. */
export function ExportMenu({ download, picture, count }: ExportMenuProps) {
  const { t } = useTranslation();
  const reason = useReason();
  const [busy, setBusy] = useState(false);
  const run = async (save: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await save();
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
        <Menu.Item leftSection={<IconFileTypeXls size={16} />} onClick={() => void run(() => download('xlsx'))}>
          {t('web.export_xlsx')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypeCsv size={16} />} onClick={() => void run(() => download('csv'))}>
          {t('web.export_csv')}
        </Menu.Item>
        {picture && (
          <Menu.Item leftSection={<IconPhoto size={16} />} onClick={() => void run(picture)}>
            {t('web.export_png')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          {t('web.print')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
