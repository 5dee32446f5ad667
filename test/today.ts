import { type Day, dayIn } from '../src/kit/day.ts';

/** The day it is where the firms of the tests are: for an hour or two before midnight UTC it is tomorrow there already. */
export const firmDay = (): Day => dayIn('Europe/Berlin', new Date());
