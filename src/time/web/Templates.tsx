import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../kit/ids.ts';
import * as format from '../../web/format.ts';
import { useUserSetting } from '../../web/user-settings.ts';
import { Button, Drawer, EmptyState, TextInput, notify } from '../../web/ui/index.ts';
import { type Template, templateRows } from './fill.ts';
import { type Book, linesOf } from './pick.ts';
import styles from './Templates.module.css';
import { useStored } from './useWeek.ts';
import type { WeekModel } from './week-model.ts';
import { lineName } from './week.ts';

const MOST_TEMPLATES = 30;
const MOST_ROWS = 100;
const SHOWN_ROWS = 4;
const nothing: readonly Template[] = [];

export interface TemplatesProps {
  model: WeekModel;
  book: Book | undefined;
  onUse: (template: Template) => void;
  onClose: () => void;
}

/** Weeks of one's own under a name: the one that is open is kept, another one is put into the empty cells. */
export function Templates({ model, book, onUse, onClose }: TemplatesProps) {
  const { t } = useTranslation();
  const { mayEdit } = useStored(model.state);
  const [templates, setTemplates] = useUserSetting('timesheet_templates', nothing);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const rows = templateRows(model.planning()).slice(0, MOST_ROWS);

  const save = (event: FormEvent): void => {
    event.preventDefault();
    // The box tells its text a moment late; what stands in it is what counts.
    const wanted = (box.current?.value ?? name).trim();
    if (wanted === '') return setProblem(t('time.template_needs_name'));
    const others = templates.filter((each) => each.name.toLowerCase() !== wanted.toLowerCase());
    if (others.length >= MOST_TEMPLATES) return setProblem(t('time.templates_full', { count: MOST_TEMPLATES }));
    setTemplates([...others, { id: newId(), name: wanted, rows }].sort((a, b) => a.name.localeCompare(b.name)));
    setName('');
    setProblem('');
    notify.success(t('time.template_saved', { name: wanted }));
  };
  const remove = (template: Template): void => {
    const before = templates;
    setTemplates(templates.filter(({ id }) => id !== template.id));
    notify.undo(t('time.template_deleted', { name: template.name }), () => setTemplates(before));
  };

  return (
    <Drawer open onClose={onClose} title={t('time.templates')}>
      <div className={styles.whole}>
        <form className={styles.form} onSubmit={save} noValidate>
          <TextInput
            ref={box}
            label={t('time.template_name')}
            description={rows.length === 0 ? t('time.template_week_empty') : t('time.template_about')}
            value={name}
            onChange={setName}
            error={problem || undefined}
            maxLength={80}
            autoComplete="off"
            disabled={rows.length === 0}
          />
          <Button type="submit" disabled={rows.length === 0}>
            {t('time.template_save')}
          </Button>
        </form>
        {templates.length === 0 && <EmptyState title={t('time.no_templates')} text={t('time.no_templates_text')} />}
        <ul className={styles.list} aria-label={t('time.templates')}>
          {templates.map((template) => (
            <li key={template.id} className={styles.template}>
              <div className={styles.about}>
                <b>{template.name}</b>
                <span>{aboutRows(template, book)}</span>
              </div>
              <span className={styles.hours}>{t('time.template_hours', { hours: format.hours(secondsOf(template)) })}</span>
              <Button
                size="sm"
                level="primary"
                disabled={!mayEdit || !book}
                aria-label={t('time.template_use_of', { name: template.name })}
                onClick={() => onUse(template)}
              >
                {t('time.template_use')}
              </Button>
              <Button
                size="sm"
                level="subtle"
                aria-label={t('time.template_delete_of', { name: template.name })}
                onClick={() => remove(template)}
              >
                {t('time.template_delete')}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Drawer>
  );
}

const secondsOf = ({ rows }: Template): number => rows.flatMap((row) => row.seconds).reduce((sum, each) => sum + each, 0);

/** The first rows by their names; those that are no longer open are not named. */
function aboutRows({ rows }: Template, book: Book | undefined): string {
  const lines = book
    ? linesOf(
        book,
        rows.map(({ line }) => line),
      )
    : [];
  const names = lines.slice(0, SHOWN_ROWS).map(lineName);
  return lines.length > SHOWN_ROWS ? `${names.join(', ')} …` : names.join(', ');
}
