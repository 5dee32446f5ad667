import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress, word } from '../../web/address.ts';
import { CLIENTS_PROJECTS } from '../../web/paths.ts';
import { isPageOpen, useMayCall } from '../../web/session.ts';
import { Drawer, Link, Waiting } from '../../web/ui/index.ts';

const ProjectCard = lazy(() => import('./ProjectCard.tsx'));

const codecs = { card: word() };

/** The way to a project from wherever it is met: its panel for who may open that, else its card beside the screen. */
function useProjectWay(): (id: string) => { to: string; search: Record<string, string> } {
  const mayOpen = useMayCall()('projects.by_id') && isPageOpen('clients_projects');
  const here = useRouterState({ select: ({ location }) => location.search as Record<string, string> });
  return (id) => {
    const card: Record<string, string> = { ...here, card: id };
    return mayOpen ? { to: CLIENTS_PROJECTS, search: { id } } : { to: '.', search: card };
  };
}

export function ProjectLink({ id, children }: { id: string; children: ReactNode }) {
  return <Link {...useProjectWay()(id)}>{children}</Link>;
}

/** The same for what is no link: an entry of a menu. */
export function useOpenProject(): (id: string) => void {
  const way = useProjectWay();
  const navigate = useNavigate();
  return (id) => {
    const { to, search } = way(id);
    void navigate({ to, search: search as never, resetScroll: to !== '.' });
  };
}

/** Where a screen with links to projects shows the card that its address names. */
export function ProjectCards() {
  const { t } = useTranslation();
  const [{ card }, setAddress] = useAddress(codecs);
  return (
    <Drawer open={card !== ''} onClose={() => setAddress({ card: '' })} title={t('clients.project')}>
      {card !== '' && (
        <Suspense fallback={<Waiting rows={6} />}>
          <ProjectCard id={card} />
        </Suspense>
      )}
    </Drawer>
  );
}
