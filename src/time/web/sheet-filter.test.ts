import { describe, expect, it } from 'vitest';
import { chargeableRows, rowFilter } from './SheetFilter.tsx';
import { newWeekModel } from './week-model.ts';
import type { Choices, Line, SheetEntry, Timesheet } from './week.ts';

const line = (project_id: string | null, task_type_id: string | null, client: string | null): Line => ({
  key: `${project_id ?? ''}/${task_type_id ?? ''}`,
  project_id,
  task_type_id,
  client,
  project: project_id,
  code: null,
  task: task_type_id,
});
const audit = line('audit', null, 'Acme');
const review = line('audit', 'travel', 'Acme');
const free = line('free', null, 'Birch');
const training = line(null, 'training', null);
const choices = {
  projects: [
    { id: 'audit', code: 'A', name: 'Audit', client: 'Acme', chargeable: true },
    { id: 'free', code: 'F', name: 'Free', client: 'Birch', chargeable: false },
  ],
  task_types: [
    { id: 'training', name: 'Training', chargeable: false },
    { id: 'travel', name: 'Travel', chargeable: false },
  ],
  clients: [],
  recent: [],
} satisfies Choices;
const all = [audit, review, free, training];
const none = { clients: [], projects: [], billable: '' } as const;

describe('which rows of the sheet are shown', () => {
  it('are all of them without a filter, and those of a client, of a project or without a client with one', () => {
    const isChargeable = chargeableRows([], choices);
    expect(rowFilter(none, isChargeable)).toBeUndefined();
    const left = (wanted: object) => all.filter(rowFilter({ ...none, ...wanted }, isChargeable) ?? (() => true));
    expect(left({ clients: ['Acme'] })).toEqual([audit, review]);
    expect(left({ clients: ['-', 'Birch'] })).toEqual([free, training]);
    expect(left({ projects: ['free'] })).toEqual([free]);
    expect(left({ clients: ['Acme'], projects: ['free'] })).toEqual([]);
  });

  it('are chargeable as their entries are, and without any as their project and their task type are', () => {
    const entry = { project_id: 'audit', task_type_id: null, chargeable: false } as SheetEntry;
    const left = (entries: SheetEntry[], billable: 'yes' | 'no') =>
      all.filter(rowFilter({ ...none, billable }, chargeableRows(entries, choices)) ?? (() => true));
    expect(left([], 'yes')).toEqual([audit]);
    expect(left([], 'no')).toEqual([review, free, training]);
    expect(left([entry], 'yes')).toEqual([]);
    expect(left([entry, { ...entry, chargeable: true }], 'yes')).toEqual([audit]);
  });

  it('keeps a row in view that is added under a filter, and one that left until its time has left', () => {
    const model = newWeekModel({ send: () => new Promise(() => {}), onStored: () => {}, keep: () => {} });
    const sheet = {
      week: '2026-W47',
      user: { id: 'u', name: '' },
      may_edit: true,
      days: [],
      entries: [],
      planned: [],
    } as unknown as Timesheet;
    model.load({ sheet, extra: [audit, free], plan: new Map(), order: [] }, true);
    model.filter(({ client }) => client === 'Acme');
    expect(model.state.get().shown).toEqual([audit]);
    model.addLines([training]);
    expect(model.state.get().shown).toEqual([audit, training]);
    expect(model.state.get().lines).toEqual([audit, free, training]);
    model.moveLine(training.key, -1);
    expect(model.state.get().shown).toEqual([training, audit]);
    expect(model.state.get().lines).toEqual([training, free, audit]);
    model.put([{ line: audit.key, day: 0, seconds: 60, comment: '' }]);
    model.dropLine(audit.key);
    expect(model.state.get().shown).toContain(audit);
    model.put([{ line: audit.key, day: 0, seconds: 0, comment: '' }]);
    model.load({ sheet, extra: [], plan: new Map(), order: [] }, false);
    expect(model.state.get().lines).not.toContain(audit);
    model.filter(undefined);
    expect(model.state.get().shown).toEqual(model.state.get().lines);
  });
});
