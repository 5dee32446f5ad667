import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall, useSession } from '../../web/session.ts';
import { EXTRA, Select, Switch, TextInput } from '../../web/ui/index.ts';
import styles from './ImportTime.module.css';
import type { Book } from './pick.ts';

export interface Options {
  createMissing: boolean;
  skipRejected: boolean;
  /** E-mail of the person for rows that name none. */
  user: string;
  /** Code of the project for rows that name none. */
  project: string | undefined;
}

export interface ImportOptionsProps {
  options: Options;
  onChange: (options: Options) => void;
  book: Book | undefined;
  /** Rows that are refused as things stand. */
  refused: number;
}

/** What to do with rows that lack something. Making people or projects is offered to those who may. */
export function ImportOptions({ options, onChange, book, refused }: ImportOptionsProps) {
  const { t } = useTranslation();
  const may = useMayCall();
  const own = useSession((state) => state.me?.email ?? '');
  const [user, setUser] = useState(options.user);
  const people = may('users.add_user');
  const projects = may('projects.create') && may('clients.create');
  const takeUser = (): void => {
    if (user.trim() !== options.user) onChange({ ...options, user: user.trim() });
  };
  return (
    <fieldset className={styles.options}>
      <legend>{t('time.import_options')}</legend>
      {(people || projects) && (
        <Switch
          label={t('time.import_create')}
          description={t(
            people && projects ? 'time.import_create_both' : people ? 'time.import_create_people' : 'time.import_create_projects',
          )}
          checked={options.createMissing}
          onChange={(event) => onChange({ ...options, createMissing: event.currentTarget.checked })}
        />
      )}
      {(refused > 0 || options.skipRejected) && (
        <Switch
          label={t('time.import_skip')}
          description={t('time.import_skip_about')}
          checked={options.skipRejected}
          onChange={(event) => onChange({ ...options, skipRejected: event.currentTarget.checked })}
        />
      )}
      <div className={styles.pair}>
        <TextInput
          label={t('time.import_user')}
          description={t('time.import_user_about')}
          type="email"
          extra={EXTRA.email}
          placeholder={own}
          value={user}
          onChange={setUser}
          onBlur={takeUser}
          onEnter={takeUser}
          clearable
        />
        <Select
          label={t('time.import_project')}
          description={t('time.import_project_about')}
          options={(book?.projects ?? []).map(({ code, project, client }) => ({
            id: code ?? '',
            name: project ?? '',
            hint: client ?? undefined,
          }))}
          value={options.project}
          onChange={(project) => onChange({ ...options, project })}
        />
      </div>
    </fieldset>
  );
}
