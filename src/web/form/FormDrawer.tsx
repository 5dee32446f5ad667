import { type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Drawer, type DrawerProps } from '../ui/Drawer.tsx';
import { FormPlaceContext } from './FormBody.tsx';

export interface FormDrawerProps extends Omit<DrawerProps, 'actions'> {
  /** What the button says that saves; without it there are no buttons. */
  save: string | undefined;
  /** Holds one `FormBody`. */
  children: ReactNode;
}

/** A drawer with one form in it: cancel and save stand at its foot. */
export function FormDrawer({ save, children, ...drawer }: FormDrawerProps) {
  const { t } = useTranslation();
  const id = useId();
  const [busy, setBusy] = useState(false);
  const place = useMemo(() => ({ id, onBusy: setBusy }), [id]);
  const buttons = save !== undefined && (
    <>
      <Button onClick={drawer.onClose}>{t('web.cancel')}</Button>
      <Button type="submit" form={id} level="primary" busy={busy}>
        {save}
      </Button>
    </>
  );
  return (
    <Drawer {...drawer} actions={buttons || undefined}>
      {drawer.open && <FormPlaceContext value={place}>{children}</FormPlaceContext>}
    </Drawer>
  );
}
