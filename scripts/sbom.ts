import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Lock, billOf, faultsOf } from './supply.ts';

/**
 * Writes the bill of materials of the lock file, from that file alone: `npm run sbom` prints it, `-- --out FILE` writes it. What
 * is wrong with a package or its licence ends it with code 1.
 */
const { values } = parseArgs({ options: { out: { type: 'string' } } });
const lock = JSON.parse(fs.readFileSync(path.resolve(import.meta.dirname, '../package-lock.json'), 'utf8')) as Lock;
const bill = billOf(lock);
const text = `${JSON.stringify(bill, null, 2)}\n`;
if (values.out) fs.writeFileSync(values.out, text);
else process.stdout.write(text);
const faults = faultsOf(bill);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stderr.write(`${bill.components.length} packages, ${faults.length} faults\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
