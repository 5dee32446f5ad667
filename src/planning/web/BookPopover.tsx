import { type FormEvent, type ReactNode, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayRange } from '../../web/format.ts';
import { Button, Popover } from '../../web/ui/index.ts';
import type { Repeat } from '../rules.ts';
import { previewOf, roomOf } from './board-data.ts';
import type { Acts } from './board-acts.ts';
import type { BoardStore } from './board-store.ts';
import type { Draft } from './board-writes.ts';
import type { Ghost } from './cursor.ts';
import { NO_WORK, useWork, workFields } from './draft.ts';
import styles from './Forms.module.css';
import { OverNotice } from './OverNotice.tsx';
import { RepeatFields } from './RepeatFields.tsx';
import { WorkFields } from './WorkFields.tsx';

export interface BookPopoverProps {
  store: BoardStore;
  acts: Acts;
  ghost: Ghost;
  /** The outline on the board that it hangs on. */
  target: ReactNode;
  onSave: (draft: Draft, repeat: Repeat | undefined) => void;
  onCancel: () => void;
  /** The draft as it stands, so that the outline follows. */
  onDraft: (draft: Draft) => void;
}

/** The form of a booking that was just drawn: Enter saves, Escape (outside of an open list) or a press on the board cancels. */
export function BookPopover({ store, acts, ghost, target, onSave, onCancel, onDraft }: BookPopoverProps) {
  const { t } = useTranslation();
  const row = store.row(ghost.row);
  const { first_day, last_day, minutes_per_day, level } = ghost;
  const [filled, setFilled] = useState<Draft>({
    user_id: row?.person.id ?? '',
    ...NO_WORK,
    first_day,
    last_day,
    minutes_per_day,
    level,
    note: '',
  });
  const [missing, setMissing] = useState(false);
  const [repeat, setRepeat] = useState<Repeat>();
  const [chose, setChose] = useState(false);
  const { recent } = useWork(filled.user_id, store.names, undefined);
  const draft = recent && !chose ? { ...filled, ...workFields(recent) } : filled;

  // What the person was booked on last comes a moment later: the first letter that is typed replaces it.
  useLayoutEffect(() => {
    const box = document.activeElement;
    if (recent && box instanceof HTMLInputElement && box.getAttribute('aria-expanded') === 'false') box.select();
  }, [recent]);

  const change = (next: Partial<Draft>): void => {
    if ('project_id' in next) setChose(true);
    const changed = { ...draft, ...next };
    setFilled(changed);
    setMissing(false);
    onDraft(changed);
  };

  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // Enter while a list is still open chooses there: nothing else that happens to stand in the form is booked.
    if (event.currentTarget.querySelector('[aria-expanded="true"]')) return;
    if (!draft.project_id && !draft.task_type_id) setMissing(true);
    else onSave(draft, repeat);
  };

  if (!row) return target;
  const { days } = previewOf(row, draft, undefined, store.scale);
  return (
    <Popover
      opened
      width={336}
      position="bottom-start"
      trapFocus
      returnFocus={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-label={t('planning.new_booking')} onKeyDown={(event) => event.key === 'Escape' && onCancel()}>
        <form onSubmit={save} className={styles.form} noValidate>
          <p className={styles.who}>
            <strong>{row.person.name}</strong>
            <span>{dayRange(draft.first_day, draft.last_day)}</span>
          </p>
          <WorkFields
            draft={draft}
            names={store.names}
            may={row.person.may}
            room={roomOf(row, draft, store.scale)}
            autoFocus
            errors={missing ? { project_id: t('planning.work_missing') } : {}}
            onChange={change}
          />
          <RepeatFields span={draft} value={repeat} onChange={setRepeat} />
          <OverNotice {...{ store, acts, row, draft }} booking={undefined} onChange={change} onDone={onCancel} />
          <div className={styles.foot}>
            <Button onClick={onCancel}>{t('planning.cancel')}</Button>
            <Button type="submit" level="primary">
              {draft.level === 'requested'
                ? t('planning.request_days', { count: days })
                : t('planning.book_days', { count: days })}
            </Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
