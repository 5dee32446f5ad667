import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../kit/grades.ts';
import { defaultAccesses, PAGES } from '../../access/rules.ts';
import { setAccessRule } from '../../web/session.ts';
import { GUIDE_SECTIONS, SECTION_DELAY, SECTION_DELAY_FROM_PAGE, arrivedAfter, sectionNamed, sectionOf } from './guide.ts';
import { FLOW, LANES, MAP_BOXES, MAP_LINKS } from './guide-model.ts';
import { type GuideTexts, partsOf } from './guide-texts.ts';
import { showsTicketButton } from './ticket-rule.ts';

const folder = import.meta.dirname;
const textsIn = (language: string): GuideTexts =>
  JSON.parse(readFileSync(path.join(folder, `texts/guide.${language}.json`), 'utf8')) as GuideTexts;
const english = textsIn('en');

test('the sections and their order', () => {
  expect(GUIDE_SECTIONS).toEqual(
    `table-of-contents data-map data-flows home clients-and-projects action-per-project timesheet workload book-time
     client-bookings internal-bookings timesheet-completion project-reporting users business-units country-settings settings
     support`.split(/\s+/),
  );
});

test('they arrive one after the other: 300 ms apart, 100 ms when opened from a page', () => {
  expect([SECTION_DELAY, SECTION_DELAY_FROM_PAGE]).toEqual([300, 100]);
  for (const delay of [SECTION_DELAY, SECTION_DELAY_FROM_PAGE])
    for (let index = 0; index < GUIDE_SECTIONS.length; index++) {
      expect(arrivedAfter(index * delay, delay)).toBe(index + 1);
      expect(arrivedAfter(index * delay + delay - 1, delay)).toBe(index + 1);
    }
  expect(arrivedAfter(60_000, SECTION_DELAY)).toBe(18);
});

test.each([
  ['home', 'home'],
  ['clients_projects', 'clients-and-projects'],
  ['financial_variables', 'clients-and-projects'],
  ['pricing', 'action-per-project'],
  ['invoices', 'action-per-project'],
  ['add_time', 'timesheet'],
  ['timesheet', 'timesheet'],
  ['workload', 'workload'],
  ['planning', 'book-time'],
  ['clients_bookings', 'client-bookings'],
  ['internal_bookings', 'internal-bookings'],
  ['timesheet_completion', 'timesheet-completion'],
  ['management_reporting', 'project-reporting'],
  ['kpi_reporting', 'project-reporting'],
  ['users', 'users'],
  ['user_details', 'users'],
  ['business_units', 'business-units'],
  ['countries_settings', 'country-settings'],
  ['settings', 'settings'],
  ['profile', 'settings'],
  ['support', 'table-of-contents'],
  ['failed', 'table-of-contents'],
])('opened from %s it shows %s', (page, section) => expect(sectionOf(page)).toBe(section));

test('every page of the matrix has a section, and an address names one', () => {
  for (const page of PAGES) expect(GUIDE_SECTIONS).toContain(sectionOf(page));
  expect(sectionNamed('#book-time')).toBe('book-time');
  expect(sectionNamed('#elsewhere')).toBeUndefined();
});

test('the ticket button: never in a modal, and as the page grants it', () => {
  setAccessRule(() => true, defaultAccesses()['home']);
  const accesses = {
    home: { can_create_ticket: true },
    timesheet: { can_create_ticket: false },
    support: { can_create_ticket: false },
  };
  const shown = (isModal: boolean, page: string): boolean => showsTicketButton(isModal, page, accesses);
  expect([shown(false, 'home'), shown(true, 'home')]).toEqual([true, false]);
  expect([shown(false, 'timesheet'), shown(true, 'timesheet')]).toEqual([false, false]);
  // A page that the role does not name is open; one outside of the matrix goes by support.
  expect([shown(false, 'workload'), shown(false, 'failed')]).toEqual([true, false]);
  expect(showsTicketButton(false, 'failed', { support: { can_create_ticket: true } })).toBe(true);
});

describe.each(LANGUAGES)('the guide in %s', (language) => {
  const texts = textsIn(language);

  test('has every section with a text for who does not see the picture, and as many marks', () => {
    expect(Object.keys(texts.sections)).toEqual([...GUIDE_SECTIONS]);
    expect(Object.keys(texts.model)).toEqual(Object.keys(english.model));
    for (const id of GUIDE_SECTIONS) {
      const { title, alt, text, marks } = texts.sections[id];
      expect(
        [title, alt, text].every((words) => words.trim() !== ''),
        id,
      ).toBe(true);
      expect(marks?.split('\n').length, id).toBe(english.sections[id].marks?.split('\n').length);
      expect(partsOf(text).flat().length, id).toBe(partsOf(english.sections[id].text).flat().length);
      expect(text, id).not.toContain('—');
    }
  });

  test('is short: at most 180 words a section and 16 a sentence in the mean', () => {
    for (const id of GUIDE_SECTIONS) {
      const { text } = texts.sections[id];
      const count = (words: string): number => words.split(/\s+/).filter(Boolean).length;
      // French and Spanish say the same with more words.
      expect(count(text), id).toBeLessThanOrEqual(language === 'en' || language === 'de' ? 180 : 220);
      const sentences = text.split(/[.!?:;](?:\s|$)|\n/).filter((sentence) => sentence.trim() !== '');
      expect(count(text) / sentences.length, id).toBeLessThanOrEqual(16);
    }
  });
});

test('the drawings name what is there, and everything in them has its word', () => {
  const ids = MAP_BOXES.map(({ id }) => id);
  for (const { from, to } of MAP_LINKS) expect(ids).toEqual(expect.arrayContaining([from, to]));
  const steps = FLOW.map(({ id }) => id);
  for (const { to, lane } of FLOW) {
    expect(steps).toEqual(expect.arrayContaining([...to]));
    expect(LANES).toContain(lane);
  }
  expect(LANES.filter((lane) => !FLOW.some((step) => step.lane === lane))).toEqual([]);
  const words = [...ids, ...LANES.map((lane) => `lane_${lane}`), ...steps.map((id) => `step_${id}`)];
  for (const word of words) expect(english.model).toHaveProperty(word);
});

test('texts become paragraphs and lists', () => {
  expect(partsOf('One.\n- a\n- b\nTwo.')).toEqual(['One.', ['a', 'b'], 'Two.']);
});
