import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import { IconButton, Menu, notify, useReason } from '../../web/ui/index.ts';
import { BILLING_STATUSES, STATUSES } from '../rules.ts';
import { PROJECTS, type Project, call } from './clients-data.ts';
import { useProjectChange } from './project-changes.ts';

const PLANNING = '/planning/planning_page';
const REPORT = '/reporting/management_reporting';

/** Everything that is done with one project, in one menu. */
export function ProjectMenu({ project, onOpen }: { project: Project; onOpen: (id: string, panel?: string) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const reason = useReason();
  const may = useMayCall();
  const change = useProjectChange();
  const canEdit = usePageFlag('can_edit', 'clients_projects');
  const canExport = usePageFlag('can_export', 'clients_projects');
  const books = usePageFlag('view_page', 'planning');
  const reports = usePageFlag('view_page', 'management_reporting') && may('utilization.timespent_by_projects');
  const edits = canEdit && may('projects.update');
  const copies = canEdit && may('projects.create');
  const go = (to: string): void => void navigate({ to, search: { projects: project.id } as never });

  const copy = async (years: number, asTemplate: boolean): Promise<void> => {
    try {
      const made = await call('POST /api/projects/duplicate', { body: { id: project.id, years, as_template: asTemplate } });
      notify.success(t(asTemplate ? 'clients.template_made' : 'clients.copied', { name: made.name, code: made.code }));
      await client.invalidateQueries({ queryKey: PROJECTS });
      onOpen(made.id);
    } catch (error) {
      notify.error(reason(error));
    }
  };
  const set = (field: 'status' | 'billing_status', value: string): void => {
    const word = field === 'status' ? `clients.status_${value}` : `clients.billing_${value}`;
    void change([project.id], { [field]: value }, t('clients.set_to', { name: project.name, value: t(word) }));
  };
  const download = (): Promise<void> =>
    call.download('POST /api/projects/export', `${project.code}.xlsx`, { query: {}, body: { projects: [project.id] } });

  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <IconButton size="sm" label={t('clients.actions_of', { name: project.name })} icon={<IconDots size={18} />} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onOpen(project.id)}>{edits ? t('clients.edit') : t('clients.open')}</Menu.Item>
        {edits && (
          <Menu.Sub>
            <Menu.Sub.Target>
              <Menu.Sub.Item>{t('clients.set_status')}</Menu.Sub.Item>
            </Menu.Sub.Target>
            <Menu.Sub.Dropdown>
              {STATUSES.map((status) => (
                <Menu.Item key={status} onClick={() => set('status', status)} disabled={status === project.status}>
                  {t(`clients.status_${status}`)}
                </Menu.Item>
              ))}
            </Menu.Sub.Dropdown>
          </Menu.Sub>
        )}
        {edits && (
          <Menu.Sub>
            <Menu.Sub.Target>
              <Menu.Sub.Item>{t('clients.set_billing')}</Menu.Sub.Item>
            </Menu.Sub.Target>
            <Menu.Sub.Dropdown>
              {BILLING_STATUSES.map((status) => (
                <Menu.Item
                  key={status}
                  onClick={() => set('billing_status', status)}
                  disabled={status === project.billing_status}
                >
                  {t(`clients.billing_${status}`)}
                </Menu.Item>
              ))}
            </Menu.Sub.Dropdown>
          </Menu.Sub>
        )}
        <Menu.Divider />
        {books && !project.is_template && <Menu.Item onClick={() => go(PLANNING)}>{t('clients.book_team')}</Menu.Item>}
        {reports && !project.is_template && <Menu.Item onClick={() => go(REPORT)}>{t('clients.open_report')}</Menu.Item>}
        {canExport && may('projects.export') && !project.is_template && (
          <Menu.Item onClick={() => void download()}>{t('clients.export')}</Menu.Item>
        )}
        {copies && <Menu.Divider />}
        {copies && (
          <Menu.Item onClick={() => void copy(project.is_template ? 0 : 1, false)}>
            {t(project.is_template ? 'clients.from_template' : 'clients.next_year')}
          </Menu.Item>
        )}
        {copies && !project.is_template && <Menu.Item onClick={() => void copy(0, true)}>{t('clients.as_template')}</Menu.Item>}
        {edits && project.status !== 'archived' && (
          <Menu.Item onClick={() => set('status', 'archived')}>{t('clients.archive')}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
