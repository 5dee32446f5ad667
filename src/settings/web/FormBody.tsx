import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { listed } from '../../web/format.ts';
import { Button } from '../../web/ui/index.ts';
import type { Form } from './form.ts';
import styles from './FormBody.module.css';

export { styles as formStyles };

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
  /** For submit buttons that stand outside. */
  id: string;
  /** What the form is for, read out by screen readers. */
  name: string;
  /** Names of the fields, for refusals and for what somebody else changed. */
  labels: Readonly<Record<keyof Draft & string, string>>;
  children: ReactNode;
}

/** The form itself: what was refused (with the way there), what somebody else changed, and the fields. */
export function FormBody<Draft extends object>({ form, id, name, labels, children }: FormBodyProps<Draft>) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
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
      id={id}
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
                <p>{t('settings.fields_wrong', { count: wrong.length })}</p>
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
        <strong>{t('settings.stale')}</strong>{' '}
        {theirs.length > 0 && t('settings.stale_fields', { fields: listed(theirs.map((key) => labels[key])) })}
      </p>
      {both.length > 0 && <p>{t('settings.stale_both', { fields: listed(both.map((key) => labels[key])) })}</p>}
      <div className={styles.choice}>
        <Button size="sm" level="primary" onClick={form.keepMine}>
          {t('settings.keep_mine')}
        </Button>
        <Button size="sm" onClick={form.takeTheirs}>
          {t('settings.take_theirs')}
        </Button>
      </div>
    </div>
  );
}

/** Cancel and save at the foot of a drawer. */
export function FormButtons({ id, busy, save, onCancel }: { id: string; busy: boolean; save: string; onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Button onClick={onCancel}>{t('web.cancel')}</Button>
      <Button type="submit" form={id} level="primary" busy={busy}>
        {save}
      </Button>
    </>
  );
}
