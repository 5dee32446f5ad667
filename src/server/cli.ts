import { commandLine } from './command-line.ts';

const { code, stdout, stderr } = await commandLine(process.argv.slice(2));
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exit(code);
