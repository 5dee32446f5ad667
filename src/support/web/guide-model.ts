/**
 * What the two drawings of the guide show. The map names tables and the columns that join them, so that a test can hold it
 * against the database; the words stand in the texts of the guide.
 */
export interface MapBox {
  id: string;
  table: string;
  /** Column and row of the drawing. */
  at: readonly [column: number, row: number];
}

export interface MapLink {
  from: string;
  to: string;
  /** Column of the table of `from` that names a row of `to`. */
  by: string;
  /** The table that joins the two, where each side has many. */
  through?: string;
}

export const MAP_BOXES: readonly MapBox[] = [
  { id: 'client', table: 'clients.clients', at: [0, 0] },
  { id: 'project', table: 'clients.projects', at: [1, 0] },
  { id: 'task', table: 'settings.task_types', at: [2, 0] },
  { id: 'booking', table: 'planning.bookings', at: [0, 1] },
  { id: 'entry', table: 'time.entries', at: [1, 1] },
  { id: 'submission', table: 'time.submissions', at: [2, 1] },
  { id: 'leave', table: 'leave.requests', at: [0, 2] },
  { id: 'person', table: 'people.users', at: [1, 2] },
  { id: 'grade', table: 'people.grades', at: [2, 2] },
  { id: 'leave_type', table: 'leave.types', at: [0, 3] },
  { id: 'team', table: 'people.teams', at: [1, 3] },
  { id: 'country', table: 'people.places', at: [2, 3] },
];

export const MAP_LINKS: readonly MapLink[] = [
  { from: 'project', to: 'client', by: 'client_id' },
  { from: 'booking', to: 'project', by: 'project_id' },
  { from: 'entry', to: 'project', by: 'project_id' },
  { from: 'entry', to: 'task', by: 'task_type_id' },
  { from: 'booking', to: 'person', by: 'user_id' },
  { from: 'entry', to: 'person', by: 'user_id' },
  { from: 'submission', to: 'person', by: 'user_id' },
  { from: 'leave', to: 'person', by: 'user_id' },
  { from: 'leave', to: 'leave_type', by: 'type_id' },
  { from: 'grade', to: 'person', by: 'user_id' },
  { from: 'country', to: 'person', by: 'user_id' },
  { from: 'team', to: 'person', by: 'team_id', through: 'people.team_members' },
];

/** Who acts: a lane each, from above. */
export const LANES = ['everyone', 'manager', 'approver', 'hr', 'administrator', 'product'] as const;
export type Lane = (typeof LANES)[number];

export interface FlowStep {
  id: string;
  lane: Lane;
  /** Place from the left. */
  column: number;
  /** Steps that follow. */
  to: readonly string[];
}

/** The way of an hour from the plan to the report. */
export const FLOW: readonly FlowStep[] = [
  { id: 'set_up', lane: 'administrator', column: 0, to: ['invite'] },
  { id: 'invite', lane: 'hr', column: 0, to: ['plan'] },
  { id: 'plan', lane: 'manager', column: 0, to: ['book'] },
  { id: 'book', lane: 'manager', column: 1, to: ['log'] },
  { id: 'log', lane: 'everyone', column: 1, to: ['submit'] },
  { id: 'submit', lane: 'everyone', column: 2, to: ['approve'] },
  { id: 'approve', lane: 'approver', column: 2, to: ['sum'] },
  { id: 'remind', lane: 'hr', column: 2, to: ['log'] },
  { id: 'sum', lane: 'product', column: 3, to: ['report'] },
  { id: 'report', lane: 'manager', column: 3, to: [] },
];
