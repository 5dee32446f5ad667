import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { announce } from './arrival.ts';
import { Button } from './Button.tsx';
import { Field, type FieldProps, fieldStyles } from './Field.tsx';
import { MOST_SHOWN, type Option, grouped, matching, tagsOf } from './options.ts';
import styles from './Select.module.css';

interface Common<T extends Option> extends FieldProps {
  options: readonly T[];
  /** Default true. */
  clearable?: boolean;
  /** How many of several chosen are drawn as tags; the rest is "+N". Default 1. */
  limit?: number;
  placeholder?: string;
  /** A button at the end of the list: fetches the next page, or opens the full picker. */
  moreOptions?: { label?: string; onMore: () => void };
  /** Ground of the box. Default `white`. */
  color?: 'primary' | 'white';
  /** Default true. */
  searchable?: boolean;
  /** The list is searched elsewhere: gets what is typed; `options` are then taken as they come. */
  onSearch?: (typed: string) => void;
  disabled?: boolean;
  autoFocus?: boolean;
  'data-testid'?: string;
}

interface OneId {
  multiple?: false;
  valueFormat?: 'id';
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

interface ManyIds {
  multiple: true;
  valueFormat?: 'id';
  value: readonly string[];
  onChange: (value: string[]) => void;
}

interface OneObject<T extends Option> {
  multiple?: false;
  valueFormat: 'object';
  value: T | undefined;
  onChange: (value: T | undefined) => void;
}

interface ManyObjects<T extends Option> {
  multiple: true;
  valueFormat: 'object';
  value: readonly T[];
  onChange: (value: T[]) => void;
}

export type SelectProps<T extends Option = Option> = Common<T> & (OneId | ManyIds | OneObject<T> | ManyObjects<T>);

/** The chosen options, whatever the form in which the value comes. An id without option is shown by its id. */
function chosenOf<T extends Option>(props: SelectProps<T>): T[] {
  const values = (props.multiple ? props.value : props.value === undefined ? [] : [props.value]) as readonly (T | string)[];
  return values.map((value) =>
    typeof value === 'string' ? (props.options.find(({ id }) => id === value) ?? ({ id: value, name: value } as T)) : value,
  );
}

function tell<T extends Option>(props: SelectProps<T>, chosen: T[]): void {
  const values = props.valueFormat === 'object' ? chosen : chosen.map(({ id }) => id);
  const onChange = props.onChange as (value: unknown) => void;
  onChange(props.multiple ? values : values[0]);
}

/**
 * A list to choose one or several from. Typing searches in it, arrows move, Enter chooses, Escape closes. Backspace never
 * takes a chosen thing away.
 */
export function Select<T extends Option>(props: SelectProps<T>) {
  const { options, multiple, clearable = true, searchable = true, disabled, onSearch } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      if (typed) onSearch?.('');
      setTyped(undefined);
    },
  });
  const { dropdownOpened: opened } = combobox;
  const chosen = chosenOf(props);
  const chosenIds = new Set(chosen.map(({ id }) => id));
  const found = onSearch ? [...options] : matching(options, typed ?? '');
  const shown = found.slice(0, MOST_SHOWN);
  const single = multiple ? undefined : chosen[0];

  const search = (next: string): void => {
    setTyped(next);
    onSearch?.(next);
    combobox.openDropdown();
    combobox.updateSelectedOptionIndex();
  };

  const pick = (id: string): void => {
    const option = options.find((each) => each.id === id);
    if (!option) return;
    if (multiple) tell(props, chosenIds.has(id) ? chosen.filter((each) => each.id !== id) : [...chosen, option]);
    else {
      tell(props, [option]);
      combobox.closeDropdown();
    }
  };

  const clear = (): void => {
    tell(props, []);
    setTyped(undefined);
    input.current?.focus();
  };

  /** Enter while no option is pointed at takes the best match. It never sends the form that the list stands in. */
  const enter = (): void => {
    // An answer of a search elsewhere may still be that to the last letter but one.
    const best = (onSearch ? matching(shown, typed ?? '') : shown).find((option) => !option.disabled);
    if (!typed?.trim()) combobox.closeDropdown();
    else if (best) pick(best.id);
    else announce(t('web.nothing_found'));
  };

  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && opened && combobox.getSelectedOptionIndex() === -1) {
      event.preventDefault();
      enter();
    }
    if (event.key === 'Escape' && opened) event.stopPropagation();
    // The options are drawn at once, so that the same press can point at one.
    if (!opened && /^Arrow(Up|Down)$/.test(event.key)) flushSync(() => combobox.openDropdown('keyboard'));
  };

  const { label, hideLabel, description, error, required } = props;
  return (
    <Field {...{ label, hideLabel, description, error, required }}>
      {({ id, labelId, describedBy }) => (
        <Combobox
          store={combobox}
          onOptionSubmit={(value) => pick(String(value))}
          classNames={{ dropdown: styles.dropdown, option: styles.option, groupLabel: styles.heading }}
          position="bottom-start"
          middlewares={{ flip: true, shift: true }}
          disabled={disabled}
        >
          <Combobox.DropdownTarget>
            <div
              className={fieldStyles.box}
              data-color={props.color ?? 'white'}
              data-invalid={error ? true : undefined}
              data-disabled={disabled || undefined}
            >
              <div className={styles.tags} data-many={(props.limit ?? 1) > 2 || undefined}>
                {multiple && <Tags chosen={chosen} limit={props.limit ?? 1} clearable={clearable && !disabled} onRemove={pick} />}
                <Combobox.EventsTarget targetType={searchable ? 'input' : 'button'} withExpandedAttribute>
                  <input
                    ref={input}
                    id={id}
                    className={fieldStyles.input}
                    value={typed ?? single?.name ?? ''}
                    placeholder={chosen.length === 0 ? (props.placeholder ?? t('web.choose')) : undefined}
                    readOnly={!searchable}
                    disabled={disabled}
                    autoFocus={props.autoFocus}
                    data-autofocus={props.autoFocus || undefined}
                    autoComplete="off"
                    aria-describedby={describedBy}
                    aria-invalid={error ? true : undefined}
                    aria-required={required || undefined}
                    data-testid={props['data-testid']}
                    onChange={(event) => search(event.currentTarget.value)}
                    onClick={() => (searchable ? combobox.openDropdown() : combobox.toggleDropdown())}
                    onFocus={(event) => searchable && event.currentTarget.select()}
                    onBlur={() => combobox.closeDropdown()}
                    onKeyDown={keys}
                  />
                </Combobox.EventsTarget>
              </div>
              {clearable && chosen.length > 0 && !disabled && (
                <button type="button" className={fieldStyles.inside} onClick={clear} aria-label={t('web.clear', { what: label })}>
                  <IconX size={16} aria-hidden="true" />
                </button>
              )}
              <IconChevronDown size={16} className={styles.chevron} aria-hidden="true" />
            </div>
          </Combobox.DropdownTarget>
          <Combobox.Dropdown>
            <Combobox.Options className={styles.list} labelledBy={labelId} aria-multiselectable={multiple || undefined}>
              {opened && <Choices options={shown} chosen={chosenIds} />}
            </Combobox.Options>
            {opened && shown.length === 0 && <div className={styles.none}>{t('web.nothing_found')}</div>}
            {opened && (
              <Foot>
                {found.length > shown.length && (
                  <span className={styles.none}>{t('web.type_to_narrow', { count: found.length })}</span>
                )}
                {multiple && typed && shown.length > 1 && (
                  <FootButton
                    label={t('web.select_all_found', { count: shown.length })}
                    onPress={() => tell(props, [...chosen, ...shown.filter((each) => !chosenIds.has(each.id))])}
                  />
                )}
                {props.moreOptions && (
                  <FootButton label={props.moreOptions.label ?? t('web.more_options')} onPress={props.moreOptions.onMore} />
                )}
              </Foot>
            )}
          </Combobox.Dropdown>
        </Combobox>
      )}
    </Field>
  );
}

/** What the list holds while it is open. A closed one holds nothing: a screen has many, with a hundred options each. */
function Choices({ options, chosen }: { options: readonly Option[]; chosen: ReadonlySet<string> }) {
  return grouped(options).map((group) => (
    <Group key={group.group} name={group.group}>
      {group.options.map((option) => (
        <Combobox.Option
          key={option.id}
          value={option.id}
          active={chosen.has(option.id)}
          disabled={option.disabled}
          aria-selected={chosen.has(option.id)}
        >
          <span className={styles.check}>{chosen.has(option.id) && <IconCheck size={16} aria-hidden="true" />}</span>
          <span className={styles.name}>{option.name}</span>
          {option.hint && <span className={styles.hint}>{option.hint}</span>}
        </Combobox.Option>
      ))}
    </Group>
  ));
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return name ? <Combobox.Group label={name}>{children}</Combobox.Group> : children;
}

function Foot({ children }: { children: ReactNode[] }) {
  return children.some(Boolean) ? <div className={styles.foot}>{children}</div> : null;
}

/** Keeps the focus in the box: pressing it must not close the list first. */
function FootButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Button level="subtle" size="sm" tabIndex={-1} onMouseDown={(event) => event.preventDefault()} onClick={onPress}>
      {label}
    </Button>
  );
}

interface TagsProps {
  chosen: readonly Option[];
  limit: number;
  clearable: boolean;
  onRemove: (id: string) => void;
}

function Tags({ chosen, limit, clearable, onRemove }: TagsProps) {
  const { t } = useTranslation();
  const { tags, more } = tagsOf(chosen, limit);
  return (
    <>
      {tags.map((option) => (
        <span key={option.id} className={styles.tag} data-fixed={!clearable || undefined}>
          <span className={styles.tagName}>{option.name}</span>
          {clearable && (
            <button
              type="button"
              className={styles.remove}
              aria-label={t('web.remove', { what: option.name })}
              onClick={() => onRemove(option.id)}
            >
              <IconX size={14} aria-hidden="true" />
            </button>
          )}
        </span>
      ))}
      {more.length > 0 && (
        <span className={styles.tag} data-fixed title={more.map(({ name }) => name).join('\n')}>
          {`+${more.length}`}
        </span>
      )}
    </>
  );
}
