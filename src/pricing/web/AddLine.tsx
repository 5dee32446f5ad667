import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GRADES } from '../../kit/grades.ts';
import { useColleagueOptions } from '../../people/web/public.tsx';
import { Button, Modal, Select } from '../../web/ui/index.ts';
import type { NewLine } from './draft.ts';
import styles from './Pricing.module.css';
import type { Choices, Table } from './pricing-data.ts';

export interface AddLineProps {
  table: Table | undefined;
  choices: Choices;
  onAdd: (line: NewLine) => void;
  onClose: () => void;
}

/** A line more: a role and a grade, or somebody by name. */
export function AddLine({ table, choices, onAdd, onClose }: AddLineProps) {
  const { t } = useTranslation();
  return (
    <Modal open={table !== undefined} onClose={onClose} title={t('pricing.add_line')}>
      {table && <Fields key={table.id} table={table} choices={choices} onAdd={onAdd} onClose={onClose} />}
    </Modal>
  );
}

function Fields({ table, choices, onAdd, onClose }: AddLineProps & { table: Table }) {
  const { t } = useTranslation();
  const roles = choices.service_lines.find(({ id }) => id === table.service_line_id)?.roles ?? [];
  const [roleId, setRole] = useState(roles[0]?.id);
  const role = roles.find(({ id }) => id === roleId);
  const grades = role ? GRADES.slice(GRADES.indexOf(role.lowest_grade), GRADES.indexOf(role.highest_grade) + 1) : [];
  const [wanted, setGrade] = useState<string>();
  const grade = grades.find((each) => each === wanted) ?? grades[0];
  const people = useColleagueOptions();
  const [userId, setUser] = useState<string>();
  return (
    <form
      className={styles.stack}
      aria-label={t('pricing.add_line')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!role || !grade) return;
        const user = people.find(({ id }) => id === userId);
        onAdd({ sl_role_id: role.id, role: role.name, grade, user_id: user?.id ?? null, user: user?.name ?? null });
      }}
    >
      <Select
        label={t('pricing.role')}
        options={roles}
        value={roleId}
        onChange={setRole}
        clearable={false}
        error={roles.length === 0 ? t('pricing.no_roles') : undefined}
      />
      <Select
        label={t('pricing.grade')}
        options={grades.map((id) => ({ id, name: id }))}
        value={grade}
        onChange={setGrade}
        clearable={false}
        searchable={false}
      />
      <Select
        label={t('pricing.person')}
        options={people}
        value={userId}
        onChange={setUser}
        placeholder={t('pricing.nobody_yet')}
      />
      <div className={styles.acts}>
        <Button onClick={onClose}>{t('web.cancel')}</Button>
        <Button type="submit" level="primary" disabled={!role}>
          {t('pricing.add')}
        </Button>
      </div>
    </form>
  );
}
