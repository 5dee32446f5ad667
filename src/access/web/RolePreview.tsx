import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CATEGORIES, type Category, GRADES } from '../../kit/grades.ts';
import { useSession } from '../../web/session.ts';
import { brought, menuOf } from '../../web/shell/menu.ts';
import { Modal, Select } from '../../web/ui/index.ts';
import styles from './RoleAccess.module.css';
import { type Accesses, whole } from './role-draft.ts';

export interface RolePreviewProps {
  open: boolean;
  role: string;
  /** As drafted: also what is not applied yet. */
  accesses: Accesses;
  onClose: () => void;
}

/** The menu as somebody with the role sees it. Category and grade decide with the role, so they are chosen here. */
export function RolePreview({ open, role, accesses, onClose }: RolePreviewProps) {
  const { t } = useTranslation();
  return (
    <Modal open={open} onClose={onClose} title={t('settings.preview_of', { role })}>
      <Preview accesses={accesses} />
    </Modal>
  );
}

function Preview({ accesses }: { accesses: Accesses }) {
  const { t } = useTranslation();
  const me = useSession((state) => state.me);
  const [category, setCategory] = useState<Category>('operational');
  const [grade, setGrade] = useState<string>('Senior');
  const menu = menuOf(brought.screens, whole(accesses), me && { ...me, category, grade, is_superuser: false });
  return (
    <div className={styles.preview}>
      <p>{t('settings.preview_text')}</p>
      <div className={styles.pair}>
        <Select
          label={t('settings.category')}
          options={CATEGORIES.map((id) => ({ id, name: t(`settings.category_${id}`) }))}
          value={category}
          onChange={(next) => next && setCategory(next as Category)}
          clearable={false}
        />
        <Select
          label={t('settings.profile_grade')}
          options={GRADES.map((id) => ({ id, name: id }))}
          value={grade}
          onChange={(next) => next && setGrade(next)}
          clearable={false}
        />
      </div>
      <div role="region" aria-live="polite" aria-label={t('web.menu')} className={styles.menu}>
        {menu.map(({ group, screens }) => (
          <section key={group}>
            {screens.length > 0 && group !== 'home' && group !== 'support' && <h3>{t(`web.group_${group}`)}</h3>}
            <ul>
              {screens.map((screen) => (
                <li key={screen.path}>{t(screen.title)}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}
