import { placeFor } from '../../web/parts.ts';

/** What a part of the project panel gets. */
export interface ProjectPartProps {
  projectId: string;
}

/** What a cell of the list of projects gets. */
export interface ProjectCellProps {
  projectId: string;
  budgetMinutes: number | null;
  /** The projects of the page, in their order: one question for all cells. */
  ids: readonly string[];
}

/** The tabs of the project panel in which later rooms say what they know of a project. */
export const projectParts = {
  overview: placeFor<ProjectPartProps>(),
  team: placeFor<ProjectPartProps>(),
  time: placeFor<ProjectPartProps>(),
  budget: placeFor<ProjectPartProps>(),
  invoices: placeFor<ProjectPartProps>(),
};

/** Columns that later rooms add to the list of projects. */
export const projectColumns = placeFor<ProjectCellProps>();
