import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { confirm } from '../ui/confirm.ts';
import { ErrorPanel } from '../ui/states.tsx';
import { formStyles } from './FormBody.tsx';

export interface RemoveRecordProps {
  /** The question before: `Delete “Review”?` */
  title: string;
  /** What can be deleted, and what becomes of the rest. */
  text: string;
  /** Heading over the reason of a refusal. */
  refused: string;
  /** Deletes it and says so. */
  remove: () => Promise<void>;
  /** Offered when it is refused because something uses it. */
  deactivate?: (() => Promise<void>) | undefined;
}

/** Deletes what nothing uses; else the refusal says what does, and offers to set it inactive. */
export function RemoveRecord({ title, text, refused, remove, deactivate }: RemoveRecordProps) {
  const { t } = useTranslation();
  const [error, setError] = useState<unknown>();
  const run = (work: () => Promise<void>): Promise<void> => work().catch(setError);
  const ask = async (): Promise<void> => {
    if (await confirm({ title, text, action: t('web.delete'), danger: true })) await run(remove);
  };
  return (
    <div className={formStyles.danger}>
      {error !== undefined && <ErrorPanel error={error} title={refused} />}
      <p>{text}</p>
      {error !== undefined && deactivate ? (
        <Button onClick={() => void run(deactivate)}>{t('web.deactivate')}</Button>
      ) : (
        <Button onClick={() => void ask()}>{t('web.delete_dots')}</Button>
      )}
    </div>
  );
}
