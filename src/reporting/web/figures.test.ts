import { expect, test } from 'vitest';
import { attainmentOf, changeOf, pointsBetween, targetOf, utilizationOf } from '../rules.ts';
import { scaleOf, sumOf } from './figures.ts';

const person = (chargeable: number, capacity: number, standard = capacity, target = 0) => ({
  chargeable_seconds: chargeable * 3600,
  seconds: chargeable * 3600,
  capacity_minutes: capacity * 60,
  standard_minutes: standard * 60,
  target_minutes: target * 60,
});

test('sums are divided, ratios are never averaged', () => {
  const total = sumOf([person(10, 10), person(0, 90)]);
  expect(utilizationOf(total, 'capacity')).toBe(0.1);
});

test('leave stands in standard hours only', () => {
  const week = person(24, 32, 40);
  expect(utilizationOf(week, 'capacity')).toBe(0.75);
  expect(utilizationOf(week, 'standard')).toBe(0.6);
});

test('nothing is made up without capacity or target', () => {
  expect(utilizationOf(person(5, 0), 'capacity')).toBeNull();
  expect(attainmentOf(person(5, 40))).toBeNull();
  expect(targetOf(person(5, 40))).toBeNull();
  expect(attainmentOf(person(30, 40, 40, 20))).toBe(1.5);
  expect(targetOf(person(30, 40, 40, 20))).toBe(0.5);
});

test('a change is told in points, and bars make room for more than 100 %', () => {
  expect(pointsBetween(0.75, 0.5)).toBe(25);
  expect(pointsBetween(0.75, null)).toBeNull();
  expect(changeOf({ ...person(30, 40), before: person(20, 40) }, 'capacity')).toBe(25);
  expect(changeOf(person(30, 40), 'capacity')).toBeNull();
  expect(scaleOf([0.2, null, 1.3])).toBe(1.3);
  expect(scaleOf([])).toBe(1);
});
