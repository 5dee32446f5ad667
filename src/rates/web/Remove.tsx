import { useTranslation } from 'react-i18next';
import { formStyles } from '../../web/form/index.ts';
import { Button, confirm, notify, useReason } from '../../web/ui/index.ts';
import { useRatesChanged } from './rates-data.ts';

export interface RemoveProps {
  name: string;
  isActive: boolean;
  /** It has rates: its name is typed before it goes. */
  used: boolean;
  remove: () => Promise<{ deleted: boolean; uses: string }>;
  restore: () => Promise<unknown>;
  onDone: () => void;
}

/** Deletes what was never used, archives what was, and brings back what is archived. */
export function Remove({ name, isActive, used, remove, restore, onDone }: RemoveProps) {
  const { t } = useTranslation();
  const reason = useReason();
  const changed = useRatesChanged();
  const run = async (work: () => Promise<string>): Promise<void> => {
    try {
      notify.success(await work());
      onDone();
      await changed();
    } catch (error) {
      notify.error(reason(error));
    }
  };
  const ask = async (): Promise<void> => {
    const question = {
      title: t('rates.delete_title', { name }),
      text: t('rates.delete_text'),
      action: t('web.delete'),
      danger: true,
    };
    if (!(await confirm({ ...question, ...(used ? { typed: name } : {}) }))) return;
    await run(async () => {
      const { deleted, uses } = await remove();
      return deleted ? t('rates.deleted', { name }) : t('rates.archived_because', { name, uses });
    });
  };
  const bringBack = (): Promise<void> =>
    run(async () => {
      await restore();
      return t('rates.restored', { name });
    });
  return (
    <div className={formStyles.danger}>
      <p>{isActive ? t('rates.delete_text') : t('rates.restore_text')}</p>
      {isActive ? (
        <Button onClick={() => void ask()}>{t('web.delete_dots')}</Button>
      ) : (
        <Button onClick={() => void bringBack()}>{t('rates.restore')}</Button>
      )}
    </div>
  );
}
