import { IconArrowsHorizontal, IconClock, IconCopy, IconTrash, IconUser, IconX } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../web/format.ts';
import { Button, HoursField, IconButton, type Option, Popover, Select } from '../../web/ui/index.ts';
import type { Shown } from './board-writes.ts';
import type { BulkActs } from './bulk-acts.ts';
import styles from './Forms.module.css';
import { type By, MoveBy, daysOf } from './MoveBy.tsx';
import { PersonSelect, usePeople } from './PersonSelect.tsx';
import { levelName } from './row-text.ts';
import { type Selection, chosenOf } from './selection.ts';

export interface SelectionBarProps {
  store: Pick<Shown, 'find' | 'subscribeAny' | 'turn'>;
  selection: Selection;
  bulk: BulkActs;
}

/** What can be done with the selected bookings, at the foot of the board; each act is one step that Undo takes back. */
export default function SelectionBar({ store, selection, bulk }: SelectionBarProps) {
  const { t } = useTranslation();
  const ids = useSyncExternalStore(selection.subscribe, selection.ids);
  useSyncExternalStore(store.subscribeAny, () => store.turn);
  const [by, setBy] = useState<By>({ amount: 1, unit: 7 });
  const [minutes, setMinutes] = useState(480);
  const [heir, setHeir] = useState<Option>();
  const [people, setPeople] = useState<Option[]>([]);
  const count = chosenOf(store, ids).length;
  if (count === 0) return null;
  return (
    <div className={styles.selection} role="toolbar" aria-label={t('planning.selection')}>
      <strong role="status">{t('planning.selected', { count, shown: number(count) })}</strong>
      <Act
        label={t('planning.move')}
        icon={<IconArrowsHorizontal size={16} aria-hidden="true" />}
        onApply={() => bulk.move(daysOf(by))}
        ready={by.amount !== 0}
      >
        <MoveBy value={by} onChange={setBy} />
      </Act>
      <Act
        label={t('planning.hand_to')}
        icon={<IconUser size={16} aria-hidden="true" />}
        onApply={() => (heir ? bulk.hand(heir) : undefined)}
        ready={heir !== undefined}
      >
        <PersonSelect label={t('planning.hand_over_to')} value={heir} onChange={setHeir} autoFocus />
      </Act>
      {(['hard', 'soft'] as const).map((level) => (
        <Button key={level} onClick={() => void bulk.level(level)}>
          {levelName(level)}
        </Button>
      ))}
      <Act
        label={t('planning.hours_a_day')}
        icon={<IconClock size={16} aria-hidden="true" />}
        onApply={() => bulk.hours(minutes)}
        ready
      >
        <HoursField
          label={t('planning.hours_a_day')}
          value={minutes * 60}
          max={86_400}
          autoFocus
          onChange={(seconds) => seconds && setMinutes(Math.max(1, Math.round(seconds / 60)))}
        />
      </Act>
      <Act
        label={t('planning.copy_to')}
        icon={<IconCopy size={16} aria-hidden="true" />}
        onApply={() => bulk.copy(people)}
        ready={people.length > 0}
      >
        <PeopleSelect value={people} onChange={setPeople} />
      </Act>
      <Button level="danger" icon={<IconTrash size={16} aria-hidden="true" />} onClick={() => void bulk.remove()}>
        {t('planning.remove')}
      </Button>
      <IconButton label={t('planning.select_none')} icon={<IconX size={18} />} onClick={selection.clear} />
    </div>
  );
}

function PeopleSelect({ value, onChange }: { value: Option[]; onChange: (people: Option[]) => void }) {
  const { t } = useTranslation();
  const { options, onSearch } = usePeople(value);
  return (
    <Select
      label={t('planning.people')}
      multiple
      limit={3}
      options={options}
      valueFormat="object"
      value={value}
      onChange={onChange}
      onSearch={onSearch}
      autoFocus
    />
  );
}

interface ActProps {
  label: string;
  icon: ReactNode;
  /** What was asked for is there. */
  ready: boolean;
  onApply: () => Promise<boolean> | undefined;
  children: ReactNode;
}

/** A button of the bar that asks for what it needs first. */
function Act({ label, icon, ready, onApply, children }: ActProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // Enter in a list that is still open chooses there.
    if (event.currentTarget.querySelector('[aria-expanded="true"]') || !ready) return;
    setOpen(false);
    void onApply();
  };
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="top-start"
      trapFocus
      returnFocus
      closeOnClickOutside={false}
      closeOnEscape={false}
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Button icon={icon} onClick={() => setOpen(!open)} aria-expanded={open}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}>
        <form className={styles.form} onSubmit={apply} noValidate>
          {children}
          <div className={styles.foot}>
            <Button onClick={() => setOpen(false)}>{t('planning.cancel')}</Button>
            <Button type="submit" level="primary" disabled={!ready}>
              {t('planning.apply')}
            </Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
