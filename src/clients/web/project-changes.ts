import { useQueryClient } from '@tanstack/react-query';
import { history, notify, useReason } from '../../web/ui/index.ts';
import { CLIENTS, PROJECTS, type Project, type ProjectChange, call } from './clients-data.ts';

const PAGE = 200;

/** What stood in the changed fields of a project: what has to be written to take the change back. */
export function before(project: Project, change: ProjectChange): ProjectChange & { id: string } {
  const { manager_ids, ...rest } = change;
  const was = Object.fromEntries(Object.keys(rest).map((key) => [key, project[key as keyof Project]]));
  return { ...was, ...(manager_ids ? { manager_ids: project.managers.map(({ id }) => id) } : {}), id: project.id };
}

async function readAll(ids: readonly string[]): Promise<Project[]> {
  const found: Project[] = [];
  for (let start = 0; start < ids.length; start += PAGE) {
    const projects = ids.slice(start, start + PAGE);
    for (const templates of [false, true]) {
      const { rows } = await call('POST /api/projects/all', { body: { projects, templates, per_page: PAGE } });
      found.push(...rows);
    }
  }
  return found;
}

/** Changes some projects together; one Undo takes all of it back. */
export function useProjectChange(): (ids: readonly string[], change: ProjectChange, label: string) => Promise<boolean> {
  const client = useQueryClient();
  const reason = useReason();
  const told = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      notify.error(reason(error));
      return false;
    } finally {
      for (const queryKey of [PROJECTS, CLIENTS]) void client.invalidateQueries({ queryKey });
    }
  };
  const write = async (projects: (ProjectChange & { id: string })[]): Promise<void> => {
    await call('POST /api/projects/update_many', { body: { projects } });
  };
  return (ids, change, label) =>
    told(async () => {
      // Read anew: undo must bring back what stood there last, not what this page showed.
      const was = (await readAll(ids)).map((project) => before(project, change));
      const next = ids.map((id) => ({ ...change, id }));
      await write(next);
      const undo = (): Promise<void> => told(() => write(was)).then(() => undefined);
      history.offer({ label, undo, redo: () => told(() => write(next)).then(() => undefined) });
    });
}
