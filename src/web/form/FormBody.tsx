import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, createContext, useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { listed } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { type Form, useLeaveGuard } from './form.ts';
import styles from './form.module.css';

export { styles as formStyles };

/** What surrounds a form: the id by which its buttons find it, and who wants to know that it is being saved. */
export interface FormPlace {
  id: string;
  onBusy: (busy: boolean) => void;
}

/** Filled by a drawer whose buttons stand outside of the form that is in it. */
export const FormPlaceContext = createContext<FormPlace | undefined>(undefined);

/** Where a field stands, so that a refusal can lead to it. `wide` takes the whole line. */
export function At({ field, wide, children }: { field: string; wide?: boolean; children: ReactNode }) {
  return (
    <div data-field={field} className={wide ? styles.wide : styles.cell}>
      {children}
    </div>
  );
}

/** A group of fields under a heading. */
export function Facts({ title, text, children }: { title: string; text?: string | undefined; children: ReactNode }) {
  return (
    <section className={styles.facts} aria-label={title}>
      <h2>{title}</h2>
      {text && <p className={styles.about}>{text}</p>}
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

const focusField = (form: HTMLElement | null, field: string): void =>
  form?.querySelector<HTMLElement>(`[data-field="${field}"] :is(input, textarea, button)`)?.focus();

export interface FormBodyProps<Draft extends object> {
  form: Form<Draft>;
  /** For submit buttons that stand outside; in a drawer the drawer gives it. */
  id?: string;
  /** What the form is for, read out by screen readers. */
  name: string;
  /** Names of the fields, for refusals and for what somebody else changed. */
  labels: Readonly<Record<keyof Draft & string, string>>;
  /** Parameters of the address that may change without losing anything. */
  free?: readonly string[];
  children: ReactNode;
}

/**
 * The form itself: what was refused (with the way there), what somebody else changed, and the fields. Asks before what was
 * typed is lost.
 */
export function FormBody<Draft extends object>({ form, id, name, labels, free, children }: FormBodyProps<Draft>) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const place = useContext(FormPlaceContext);
  const onBusy = place?.onBusy;
  useLeaveGuard(form.isDirty, free);
  useEffect(() => {
    onBusy?.(form.busy);
    return () => onBusy?.(false);
  }, [onBusy, form.busy]);
  const wrong = (Object.keys(form.errors) as (keyof Draft & string)[]).filter((key) => form.errors[key]);
  const first = wrong[0];
  useEffect(() => {
    if (first) focusField(element.current, first);
  }, [first]);
  // What was said stands at the top; the button that led to it may be far below.
  const told = form.theirs !== undefined || form.problem !== undefined;
  useEffect(() => {
    if (told) element.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
  }, [told]);
  return (
    <form
      ref={element}
      id={id ?? place?.id}
      aria-label={name}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {form.theirs && <Conflict form={form} labels={labels} />}
      {(form.problem || wrong.length > 1) && (
        <div className={styles.problem} role="alert">
          <IconAlertTriangle size={20} aria-hidden="true" />
          <div>
            {form.problem && <p>{form.problem}</p>}
            {wrong.length > 1 && (
              <>
                <p>{t('web.fields_wrong', { count: wrong.length })}</p>
                <ul>
                  {wrong.map((key) => (
                    <li key={key}>
                      <button type="button" className={styles.jump} onClick={() => focusField(element.current, key)}>
                        {labels[key]}
                      </button>
                      {': '}
                      {form.errors[key]}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
        </div>
      )}
      {children}
    </form>
  );
}

function Conflict<Draft extends object>({ form, labels }: Pick<FormBodyProps<Draft>, 'form' | 'labels'>) {
  const { t } = useTranslation();
  const theirs = form.theirs ?? [];
  const both = theirs.filter((key) => form.changed.includes(key));
  return (
    <div className={styles.conflict} role="alert">
      <p>
        <strong>{t('web.stale')}</strong>{' '}
        {theirs.length > 0 && t('web.stale_fields', { fields: listed(theirs.map((key) => labels[key])) })}
      </p>
      {both.length > 0 && <p>{t('web.stale_both', { fields: listed(both.map((key) => labels[key])) })}</p>}
      <div className={styles.choice}>
        <Button size="sm" level="primary" onClick={form.keepMine}>
          {t('web.keep_mine')}
        </Button>
        <Button size="sm" onClick={form.takeTheirs}>
          {t('web.take_theirs')}
        </Button>
      </div>
    </div>
  );
}
