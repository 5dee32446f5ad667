import { useNavigate, useRouterState } from '@tanstack/react-router';
import { IconBookmark, IconMail, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseSearch, stringifySearch } from '../../web/address.ts';
import { text } from '../../web/i18n/text.ts';
import {
  Button,
  Drawer,
  EXTRA,
  ErrorPanel,
  IconButton,
  type Option,
  Select,
  TextInput,
  Waiting,
  useKeys,
} from '../../web/ui/index.ts';
import type { ReportView } from '../contract.ts';
import { MailView } from './MailView.tsx';
import styles from './Report.module.css';
import { type ViewFile, type ViewScreen, useViewActs, useViews } from './views-data.ts';

export interface ReportViewsProps {
  screen: ViewScreen;
  /** What the Export button would give now; undefined where nothing can be exported. */
  file: ViewFile;
  teams: readonly Option[];
  mayExport: boolean;
}

/** Views of a report by name: one's own and those that are shared with one. Who opens one sees what they may see. */
export function ReportViews({ screen, file, teams, mayExport }: ReportViewsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useRouterState({ select: (state) => stringifySearch(state.location.search as Record<string, unknown>) });
  const [opened, setOpened] = useState(false);
  const [mailed, setMailed] = useState<string>();
  const query = useViews(screen, opened || mailed !== undefined);
  const acts = useViewActs(screen);
  const views = query.data ?? [];
  useKeys([{ keys: 'shift+v', label: 'web.saved_views', run: () => setOpened(true) }]);

  const open = (view: ReportView): void => {
    setOpened(false);
    void navigate({ to: '.', search: parseSearch(view.search) as never });
  };
  const mail = (view: ReportView): void => {
    setOpened(false);
    setMailed(view.id);
  };
  const rows = (some: readonly ReportView[]) =>
    some.map((view) => (
      <li key={view.id} className={styles.view}>
        <Button level="subtle" size="sm" aria-current={view.search === search || undefined} onClick={() => open(view)}>
          {view.name}
        </Button>
        <span className={styles.muted}>{sharedWith(view)}</span>
        {mayExport && view.has_file && (
          <IconButton
            size="sm"
            label={t('reporting.mail_view', { name: view.name })}
            icon={<IconMail size={16} color={view.schedule ? 'var(--mantine-primary-color-filled)' : undefined} />}
            onClick={() => mail(view)}
          />
        )}
        {view.own && (
          <IconButton
            size="sm"
            label={t('web.delete_view', { what: view.name })}
            icon={<IconTrash size={16} />}
            onClick={() => {
              setOpened(false);
              void acts.remove(view);
            }}
          />
        )}
      </li>
    ));
  const [own, shared] = [views.filter((view) => view.own), views.filter((view) => !view.own)];
  return (
    <>
      <Button icon={<IconBookmark size={16} aria-hidden="true" />} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {t('web.saved_views')}
      </Button>
      <Drawer open={opened} onClose={() => setOpened(false)} title={t('web.saved_views')}>
        <div className={styles.views}>
          {query.isPending && <Waiting rows={2} />}
          {query.isError && <ErrorPanel error={query.error} title={t('reporting.views_failed')} />}
          {own.length > 0 && (
            <ul aria-label={t('reporting.views_own')} className={styles.viewList}>
              {rows(own)}
            </ul>
          )}
          {shared.length > 0 && (
            <>
              <span className={styles.muted}>{t('reporting.views_shared')}</span>
              <ul aria-label={t('reporting.views_shared')} className={styles.viewList}>
                {rows(shared)}
              </ul>
            </>
          )}
          <SaveView own={own} teams={teams} onSave={(view, known) => acts.save({ ...view, search, file }, known)} />
        </div>
      </Drawer>
      <MailView view={views.find(({ id }) => id === mailed)} acts={acts} onClose={() => setMailed(undefined)} />
    </>
  );
}

function sharedWith(view: ReportView): string {
  if (!view.own) return text('reporting.view_by', { name: view.owner });
  if (view.audience === 'firm') return text('reporting.view_for_firm');
  return view.audience === 'team' ? (view.team ?? '') : '';
}

interface SaveViewProps {
  own: readonly ReportView[];
  teams: readonly Option[];
  onSave: (view: Pick<ReportView, 'name' | 'audience' | 'team_id'>, known: ReportView | undefined) => Promise<boolean>;
}

/** Keeps what the screen shows under a name; one that is known is saved over. */
function SaveView({ own, teams, onSave }: SaveViewProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [audience, setAudience] = useState('self');
  const known = own.find((view) => view.name === name.trim());
  const options = [
    { id: 'self', name: t('reporting.view_for_self') },
    { id: 'firm', name: t('reporting.view_for_firm') },
    ...teams,
  ];
  const save = async (): Promise<void> => {
    if (!name.trim()) return;
    const forTeam = audience !== 'self' && audience !== 'firm';
    const saved = await onSave(
      { name: name.trim(), audience: forTeam ? 'team' : audience, team_id: forTeam ? audience : null },
      known,
    );
    if (saved) setName('');
  };
  return (
    <>
      <TextInput
        label={t('web.view_name')}
        value={name}
        onChange={setName}
        extra={EXTRA.name}
        onEnter={() => void save()}
        maxLength={60}
      />
      <Select
        label={t('reporting.view_for')}
        options={options}
        value={audience}
        onChange={(next) => setAudience(next ?? 'self')}
        clearable={false}
      />
      <Button level="primary" disabled={!name.trim()} onClick={() => void save()}>
        {known ? t('reporting.view_replace') : t('web.save_view')}
      </Button>
    </>
  );
}
