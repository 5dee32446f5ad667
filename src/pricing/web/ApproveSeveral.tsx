import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import * as format from '../../web/format.ts';
import { Button, type Column, DataTable, ErrorPanel, Modal, notify } from '../../web/ui/index.ts';
import { recoveryOf } from '../rules.ts';
import styles from './Pricing.module.css';
import { PRICINGS, type Row, call } from './pricing-data.ts';
import { share } from './words.ts';

interface ApproveSeveralProps {
  /** Selected, whatever they are. */
  rows: readonly Row[];
  onDone: () => void;
}

/** Whether a pricing may be approved with others: it waits for who looks at it, as a whole, and is at its targets. */
const isPlain = ({ waits, tier, kind }: Row): boolean => waits && tier === 'Manager' && kind !== 'multi';

/** Approves the selected pricings that are at their targets, each listed before; the others are looked at one by one. */
export function ApproveSeveral({ rows, onDone }: ApproveSeveralProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const plain = rows.filter(isPlain);
  const close = (): void => {
    setOpen(false);
    setError(undefined);
  };
  const approve = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const pricings = plain.map(({ id, submission }) => ({ id, submission }));
      const { approved } = await call('POST /api/pricing/approve_several', { body: { pricings } });
      notify.success(t('pricing.done_approved_many', { count: approved }));
      close();
      onDone();
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: PRICINGS });
    }
  };
  const columns: Column<Row>[] = [
    { id: 'name', header: t('pricing.name'), cell: ({ name }) => name, fixed: true },
    { id: 'client', header: t('pricing.client'), cell: (row) => row.client, card: true },
    { id: 'fee', header: t('pricing.fee'), cell: ({ fee, currency }) => format.money(fee, currency), align: 'right', card: true },
    { id: 'recovery', header: t('pricing.recovery'), cell: (row) => share(recoveryOf(row)), align: 'right', card: true },
  ];
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('pricing.approve_many')}</Button>
      <Modal open={open} onClose={close} title={t('pricing.approve_many_title', { count: plain.length })} size="wide">
        <div className={styles.stack}>
          {error !== undefined && <ErrorPanel error={error} title={t('pricing.not_approved')} />}
          {plain.length > 0 && (
            <DataTable
              name="pricing_approve"
              caption={t('pricing.approve_many')}
              columns={columns}
              rows={plain}
              rowKey={({ id }) => id}
              empty={null}
            />
          )}
          {plain.length < rows.length && (
            <p className={styles.quiet}>{t('pricing.approve_others', { count: rows.length - plain.length })}</p>
          )}
          <div className={styles.acts}>
            <Button onClick={close}>{t('web.cancel')}</Button>
            <Button level="primary" busy={busy} disabled={plain.length === 0} onClick={() => void approve()}>
              {t('pricing.approve')}
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}
