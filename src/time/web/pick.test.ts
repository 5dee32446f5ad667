import { describe, expect, it } from 'vitest';
import { readHours } from './hours.ts';
import { bookOf, findWork } from './pick.ts';
import type { Line } from './week.ts';

const book = bookOf({
  projects: [
    { id: 'p1', code: 'ACM-1', name: 'Annual audit', client: 'Acme', chargeable: true },
    { id: 'p2', code: 'SAU-1', name: 'Tax advice', client: 'Saudi Works', chargeable: true },
    { id: 'p3', code: 'CAF-1', name: 'Payroll', client: 'Café Noir', chargeable: true },
    ...Array.from({ length: 80 }, (_, index) => ({
      id: `x${index}`,
      code: `X${index}`,
      name: `Extra ${index}`,
      client: 'Many',
      chargeable: true,
    })),
  ],
  task_types: [
    { id: 't1', name: 'Fieldwork', chargeable: true },
    { id: 't2', name: 'Review', chargeable: true },
    { id: 't3', name: 'Training', chargeable: false },
  ],
  clients: [],
  recent: [
    { project_id: 'p1', task_type_id: 't2', day: '2026-11-16' },
    { project_id: 'gone', task_type_id: 't2', day: '2026-11-16' },
  ],
});

const shown = (query: string, planned: Line[] = []) =>
  findWork(book, query, planned).map(({ group, client, project, task }) =>
    [group, [client, project, task].filter(Boolean).join(' · ')].join(': '),
  );

describe('finding work', () => {
  it('shows planned and recent work before everything else, and no more than fits', () => {
    const planned = book.projects.slice(1, 2);
    expect(shown('', planned).slice(0, 3)).toEqual([
      'planned: Saudi Works · Tax advice',
      'recent: Acme · Annual audit · Review',
      'projects: Acme · Annual audit',
    ]);
    expect(shown('')).toHaveLength(60);
  });

  it('finds by client, project, code and task in one box, accents aside', () => {
    expect(shown('cafe')[0]).toBe('projects: Café Noir · Payroll');
    expect(shown('caf-1 field')).toEqual(['projects: Café Noir · Payroll · Fieldwork']);
    expect(shown('train')).toEqual(['internal: Training']);
    expect(shown('nothing of this')).toEqual([]);
  });

  it('puts names that begin with the word first and offers task types of few projects', () => {
    expect(shown('aud')).toEqual([
      'recent: Acme · Annual audit · Review',
      'projects: Acme · Annual audit',
      'projects: Acme · Annual audit · Fieldwork',
      'projects: Saudi Works · Tax advice',
      'projects: Saudi Works · Tax advice · Fieldwork',
      'projects: Saudi Works · Tax advice · Review',
    ]);
  });
});

describe('hours of an entry', () => {
  it.each([
    ['7.5', [[27_000, null]]],
    [
      '4+3.5',
      [
        [14_400, null],
        [12_600, null],
      ],
    ],
    ['9-12', [[10_800, '09:00']]],
    [
      '9:30-12 + 13–17',
      [
        [9000, '09:30'],
        [14_400, '13:00'],
      ],
    ],
  ])('%s', (text, entries) => {
    expect(readHours(text)?.map(({ seconds, started_at }) => [seconds, started_at])).toEqual(entries);
  });

  it.each(['', '0', 'x', '4+', '12-9'])('refuses %s', (text) => {
    expect(readHours(text)).toBeUndefined();
  });
});
