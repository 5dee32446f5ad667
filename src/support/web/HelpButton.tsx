import { IconHelp } from '@tabler/icons-react';
import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPageOpen, useSession } from '../../web/session.ts';
import { IconButton } from '../../web/ui/index.ts';

const GuideModal = lazy(() => import('./GuideModal.tsx'));

/** The guide, from any page at its section. */
export default function HelpButton() {
  const { t } = useTranslation();
  const page = useSession((state) => state.currentPage);
  const open = useSession((state) => isPageOpen('support', state.userAccesses));
  // The page from which it was opened; it stays known while the guide closes.
  const [from, setFrom] = useState<string>();
  const [opened, setOpened] = useState(false);
  if (!open) return null;
  const show = (): void => {
    setFrom(page);
    setOpened(true);
  };
  return (
    <>
      <IconButton label={t('web.help')} icon={<IconHelp size={20} />} aria-haspopup="dialog" onClick={show} />
      {from !== undefined && (
        <Suspense fallback={null}>
          <GuideModal page={from} open={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
