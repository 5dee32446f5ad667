import { expect, test } from 'vitest';
import { readAddress } from '../../web/address.ts';
import { bodyOf, chargeableCodec, linkTo, narrowsWork, sharedCodecs } from './report-filters.ts';

const team = '01890000-0000-7000-8000-000000000001';
const codecs = { ...sharedCodecs, chargeable: chargeableCodec };
const period = { from: '2026-11-01', to: '2026-11-20' };

test('an address gives what can be read and nothing else', () => {
  const values = readAddress(codecs, { teams: `${team},x`, grades: 'Manager,Boss,Partner', chargeable: 'maybe', page: '0' });
  expect(values).toMatchObject({ teams: [team], grades: ['Manager', 'Partner'], chargeable: '', page: 1, per: 50, from: '' });
});

test('the body holds only the filters that narrow', () => {
  const values = readAddress(codecs, { teams: team, chargeable: 'no' });
  expect(bodyOf(period, values)).toEqual({ ...period, teams: [team], chargeable: false });
  expect(bodyOf(period, readAddress(sharedCodecs, {}))).toEqual(period);
});

test('links leave out what is empty', () => {
  expect(linkTo({ by: 'person', teams: [team], users: [], from: '' })).toEqual({ by: 'person', teams: team });
  expect(narrowsWork(readAddress(sharedCodecs, { projects: team }))).toBe(true);
  expect(narrowsWork(readAddress(sharedCodecs, { countries: 'DE', teams: team }))).toBe(false);
});

test('a sector may hold any sign, and stays one through links and addresses', () => {
  const sectors = ['Oil, gas & coal', '100 % green', 'Ärzte'];
  const values = readAddress(sharedCodecs, linkTo({ sectors }));
  expect(values.sectors).toEqual(sectors);
  expect(narrowsWork(values)).toBe(true);
  expect(bodyOf(period, { ...values, asof: '2026-11-01' })).toEqual({ ...period, sectors, as_of: '2026-11-01' });
  expect(readAddress(sharedCodecs, { sectors: '%E0%A4%A' }).sectors).toEqual(['%E0%A4%A']);
});
