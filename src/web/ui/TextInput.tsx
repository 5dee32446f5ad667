import { IconEye, IconEyeOff, IconX } from '@tabler/icons-react';
import {
  type CompositionEvent,
  type FormEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { text } from '../i18n/text.ts';
import { useAfter } from './after.ts';
import { Field, type FieldProps, fieldStyles as styles } from './Field.tsx';
import { type FilterRule, filterText, spokenSymbols } from './filter.ts';
import { notify } from './notify.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;

export interface TextInputProps extends FieldProps, FilterRule {
  value: string;
  /** Gets the filtered text, 1 ms after the key. */
  onChange: (value: string) => void;
  type?: 'text' | 'email' | 'password' | 'search' | 'tel' | 'url';
  placeholder?: string;
  clearable?: boolean;
  /** More than one makes it a text area of so many lines. */
  rows?: number;
  name?: string;
  autoComplete?: string;
  inputMode?: HTMLAttributes<Control>['inputMode'];
  autoFocus?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  maxLength?: number;
  onEnter?: () => void;
  onBlur?: () => void;
  onKeyDown?: (event: KeyboardEvent<Control>) => void;
  ref?: RefObject<Control | null>;
  'data-testid'?: string;
}

const EMIT_MS = 1;
const HINT_MS = 4000;

function complaint({ extra = '', noSymbols }: FilterRule): string {
  const symbols = spokenSymbols(extra);
  if (!noSymbols) return text('web.invalid_character', { symbols: symbols ? ` ${symbols}` : '' });
  return symbols ? text('web.invalid_character_strict', { symbols }) : text('web.invalid_character_plain');
}

/**
 * A line (or area) of text. Keeps its own value while one types, so that a slow page never holds back a key; characters
 * that it does not take vanish with an alert. Passwords are never filtered.
 */
export function TextInput(props: TextInputProps) {
  const { value, onChange, type = 'text', clearable, rows = 1, onEnter, onKeyDown, extra, noSymbols, ref } = props;
  const { t } = useTranslation();
  const own = useRef<Control | null>(null);
  const control = ref ?? own;
  const composing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What was told to the owner and has not come back as `value` yet, oldest first.
  const told = useRef<string[]>([]);
  const [hint, setHint] = useState('');
  const [shown, setShown] = useState(false);
  const [filled, setFilled] = useState(value !== '');
  const enter = useAfter(onEnter);

  useEffect(() => {
    const element = control.current;
    const echo = told.current.indexOf(value);
    told.current = echo < 0 || element?.value === value ? [] : told.current.slice(echo + 1);
    // An echo of what stood in the box a moment ago must not take its last characters away.
    if (told.current.length > 0) return;
    if (element && element.value !== value && !composing.current && timer.current === undefined) element.value = value;
    setFilled(value !== '');
  }, [value, control]);

  useEffect(() => {
    if (!hint) return undefined;
    const timeout = setTimeout(() => setHint(''), HINT_MS);
    return () => clearTimeout(timeout);
  }, [hint]);

  const tell = (next: string): void => {
    // What the owner has already comes back no more.
    if ((told.current.at(-1) ?? value) !== next) told.current.push(next);
    onChange(next);
  };

  const emit = (next: string): void => {
    setFilled(next !== '');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      tell(next);
    }, EMIT_MS);
  };

  const take = (element: Control): void => {
    if (composing.current) return;
    if (type === 'password') return emit(element.value);
    const start = element.value;
    const result = filterText(start, { extra, noSymbols }, element.selectionStart ?? start.length);
    if (result.text !== start) {
      element.value = result.text;
      // E-mail boxes hide their caret from scripts; there it goes to the end.
      if (type !== 'email') element.setSelectionRange(result.caret, result.caret);
      const message = complaint({ extra, noSymbols });
      notify.error(message);
      setHint(message);
    }
    emit(result.text);
  };

  const clear = (): void => {
    if (control.current) control.current.value = '';
    emit('');
    control.current?.focus();
  };

  const { label, hideLabel, description, error, required } = props;
  return (
    <Field {...{ label, hideLabel, description, required }} error={error ?? (hint || undefined)}>
      {({ id, describedBy }) => {
        const shared = {
          id,
          className: styles.input,
          defaultValue: value,
          name: props.name,
          placeholder: props.placeholder,
          autoComplete: props.autoComplete,
          inputMode: props.inputMode,
          autoFocus: props.autoFocus,
          'data-autofocus': props.autoFocus || undefined,
          disabled: props.disabled,
          readOnly: props.readOnly,
          maxLength: props.maxLength,
          required,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': describedBy,
          'data-testid': props['data-testid'],
          onInput: (event: FormEvent<Control>) => take(event.currentTarget),
          onCompositionStart: () => {
            composing.current = true;
          },
          onCompositionEnd: (event: CompositionEvent<Control>) => {
            composing.current = false;
            take(event.currentTarget);
          },
          onBlur: props.onBlur,
          onKeyDown: (event: KeyboardEvent<Control>) => {
            onKeyDown?.(event);
            if (event.key === 'Enter' && !event.nativeEvent.isComposing && onEnter && !(rows > 1 && !event.ctrlKey)) {
              event.preventDefault();
              // Also what was told a moment ago: the page may not have come to it yet, and what is told with a key it takes at once.
              tell(event.currentTarget.value);
              enter();
            }
          },
        };
        return (
          <div className={styles.box} data-invalid={error ? true : undefined} data-disabled={props.disabled || undefined}>
            {rows > 1 ? (
              <textarea {...shared} rows={rows} ref={control as RefObject<HTMLTextAreaElement | null>} />
            ) : (
              <input
                {...shared}
                type={type === 'password' && shown ? 'text' : type}
                autoCapitalize={type === 'password' ? 'off' : undefined}
                spellCheck={type === 'password' ? false : undefined}
                ref={control as RefObject<HTMLInputElement | null>}
              />
            )}
            {clearable && filled && !props.disabled && (
              <button type="button" className={styles.inside} onClick={clear} aria-label={t('web.clear', { what: label })}>
                <IconX size={16} aria-hidden="true" />
              </button>
            )}
            {type === 'password' && (
              <button
                type="button"
                className={styles.inside}
                aria-pressed={shown}
                aria-label={t('web.show_password')}
                onClick={() => setShown(!shown)}
              >
                {shown ? <IconEyeOff size={16} aria-hidden="true" /> : <IconEye size={16} aria-hidden="true" />}
              </button>
            )}
          </div>
        );
      }}
    </Field>
  );
}
