import { useTranslation } from 'react-i18next';
import { LinkButton, Modal } from '../../web/ui/index.ts';
import { Guide } from './Guide.tsx';

/** The guide over the page from which it was opened, at that page's section. */
export default function GuideModal({ page, open, onClose }: { page: string; open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal open={open} onClose={onClose} title={t('support.guide')} size="sheet">
      <Guide
        isModal
        currentPage={page}
        actions={
          <LinkButton to="/admin/support" search={{ from: page }} onClick={onClose}>
            {t('support.open_page')}
          </LinkButton>
        }
      />
    </Modal>
  );
}
