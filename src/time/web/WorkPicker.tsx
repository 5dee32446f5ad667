import { Combobox, useCombobox } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type Ref, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Field, fieldStyles } from '../../web/ui/Field.tsx';
import { announce } from '../../web/ui/index.ts';
import { type Book, type Pick, type PickGroup, findWork } from './pick.ts';
import styles from './WorkPicker.module.css';
import { type Line, lineName } from './week.ts';

export interface WorkPickerProps {
  label: string;
  hideLabel?: boolean;
  error?: string | undefined;
  placeholder?: string;
  book: Book | undefined;
  planned: readonly Line[];
  value: Line | undefined;
  /** The text by which it was found comes along. */
  onPick: (line: Line, typed: string) => void;
  /** Where the box takes more than work: which of the words look for it, and what the others mean. The text then stays until it is taken. */
  read?: (typed: string) => { query: string; meaning: ReactNode };
  /** Enter on words none of which look for work. */
  onWords?: (typed: string) => void;
  /** Escape while the list is closed. */
  onCancel?: () => void;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

const GROUPS: readonly PickGroup[] = ['planned', 'recent', 'projects', 'internal'];

/** One box for client, project and task: planned and recent work first, Enter takes the best match. */
export function WorkPicker(props: WorkPickerProps) {
  const { book, planned, value, onPick, label, read } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(undefined);
  }
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      if (!read || !typed) setTyped(undefined);
    },
  });
  const { dropdownOpened: opened } = combobox;
  const { query, meaning } = useMemo(() => (read && typed ? read(typed) : { query: typed ?? '', meaning: null }), [read, typed]);
  const found = useMemo(() => (book ? findWork(book, query, planned) : []), [book, query, planned]);

  const pick = (key: string): void => {
    const line = found.find((each) => each.key === key);
    if (!line) return;
    combobox.closeDropdown();
    setTyped(undefined);
    onPick(line, typed ?? '');
  };

  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && opened && combobox.getSelectedOptionIndex() === -1 && typed) {
      // Nothing found (yet) must not send a form.
      event.preventDefault();
      if (query === '' && book && props.onWords) {
        setTyped(undefined);
        props.onWords(typed);
      } else if (found[0]) pick(found[0].key);
      else announce(t(book ? 'time.nothing_to_log_on' : 'time.loading_choices'));
    }
    // The lines are drawn at once, so that the same press can point at one.
    if (!opened && /^Arrow(Up|Down)$/.test(event.key)) flushSync(() => combobox.openDropdown('keyboard'));
    if (event.key !== 'Escape') return;
    if (opened) event.stopPropagation();
    else props.onCancel?.();
  };

  return (
    <Field label={label} hideLabel={props.hideLabel} error={props.error}>
      {({ id, labelId, describedBy }) => (
        <Combobox
          store={combobox}
          onOptionSubmit={(key) => pick(String(key))}
          classNames={{ dropdown: styles.dropdown, option: styles.option, groupLabel: styles.heading }}
          position="bottom-start"
          middlewares={{ flip: true, shift: true }}
        >
          <Combobox.DropdownTarget>
            <div className={fieldStyles.box} data-color="white" data-invalid={props.error ? true : undefined}>
              <Combobox.EventsTarget targetType="input" withExpandedAttribute>
                <input
                  ref={props.ref}
                  id={id}
                  className={fieldStyles.input}
                  value={typed ?? (value ? lineName(value) : '')}
                  placeholder={props.placeholder}
                  autoFocus={props.autoFocus}
                  autoComplete="off"
                  spellCheck={false}
                  aria-describedby={describedBy}
                  aria-invalid={props.error ? true : undefined}
                  onChange={(event) => {
                    setTyped(event.currentTarget.value);
                    combobox.openDropdown();
                    combobox.updateSelectedOptionIndex();
                  }}
                  onClick={() => combobox.openDropdown()}
                  onFocus={(event) => event.currentTarget.select()}
                  onBlur={() => combobox.closeDropdown()}
                  onKeyDown={keys}
                />
              </Combobox.EventsTarget>
            </div>
          </Combobox.DropdownTarget>
          <Combobox.Dropdown>
            <Combobox.Options className={styles.list} labelledBy={labelId}>
              {opened &&
                GROUPS.map((group) => (
                  <PickGroupList
                    key={group}
                    name={t(`time.pick_${group}`)}
                    picks={found.filter((each) => each.group === group)}
                  />
                ))}
            </Combobox.Options>
            {opened && meaning}
            {opened && found.length === 0 && (
              <div className={styles.none}>{book ? t('time.nothing_to_log_on') : t('time.loading_choices')}</div>
            )}
          </Combobox.Dropdown>
        </Combobox>
      )}
    </Field>
  );
}

function PickGroupList({ name, picks }: { name: string; picks: readonly Pick[] }) {
  if (picks.length === 0) return null;
  return (
    <Combobox.Group label={name}>
      {picks.map((line) => (
        <Combobox.Option key={line.key} value={line.key}>
          <span className={styles.name}>
            {line.client && <span className={styles.client}>{line.client} · </span>}
            {[line.project, line.task].filter(Boolean).join(' · ')}
          </span>
          {line.code && <span className={styles.code}>{line.code}</span>}
        </Combobox.Option>
      ))}
    </Combobox.Group>
  );
}
