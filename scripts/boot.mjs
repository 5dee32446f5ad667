// Runs on the machine's own Node (20.19 or later, no dependencies): installs when the lock changed, then hands every task
// over to the Node that the project pins.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const here = process.cwd();
process.chdir(root);

function fail(line) {
  console.error(line);
  process.exit(1);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19))
  fail(`Cadre needs Node 20.19 or later to start; this is ${process.versions.node}.`);

function install() {
  const stamp = 'node_modules/.install-stamp';
  const wanted = createHash('sha256').update(fs.readFileSync('package-lock.json')).digest('hex');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing…');
  const done = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) fail('npm ci failed: see above.');
  fs.writeFileSync(stamp, wanted);
}

install();

const bin = path.join(root, 'node_modules/.bin');
const env = {
  // What was compiled once is kept: starting takes half the time, and a fifth less memory.
  NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled'),
  ...process.env,
  PATH: bin + path.delimiter + process.env.PATH,
  CADRE_FOLLOW_PARENT: '1',
};

/** The pinned Node; where its package has none for this platform, the machine's own if it is new enough. */
function node() {
  const pinned = path.join(bin, 'node');
  if (fs.existsSync(pinned)) return pinned;
  if (major < 24) fail(`There is no Node 24 package for ${process.platform}-${process.arch}: install Node 24 or later yourself.`);
  return process.execPath;
}

/** Runs one tool after the other; the first failure ends the task with its code. */
function run(...commands) {
  for (const command of commands) {
    const done = spawnSync(command, { stdio: 'inherit', shell: true, env });
    if (done.status !== 0) process.exit(done.status ?? 1);
  }
}

/** Hands over to a long-running program: signals go on to it, and it ends when we do. */
function follow(args, options = {}) {
  const child = spawn(node(), args, { stdio: 'inherit', env, ...options });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm's shell dies of a signal without passing it on: a changed parent is the only sign of it.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
  child.on('exit', (code) => process.exit(code ?? 0));
}

/** Builds the pages when a source is newer than the last build. */
function build() {
  const stamp = 'dist/.build-stamp';
  const newest = (target) => {
    const stat = fs.statSync(target);
    if (!stat.isDirectory()) return stat.mtimeMs;
    return fs.readdirSync(target).reduce((latest, name) => Math.max(latest, newest(path.join(target, name))), 0);
  };
  const built = fs.existsSync(stamp) ? fs.statSync(stamp).mtimeMs : 0;
  if (['src', 'index.html', 'vite.config.ts', 'package-lock.json'].every((target) => newest(target) < built)) return;
  run('vite build --logLevel warn');
  fs.writeFileSync(stamp, '');
}

const check = [
  'biome format .',
  'oxlint --type-aware --quiet',
  'tsc -p tsconfig.json',
  'tsc -p tsconfig.web.json',
  'tsc -p tsconfig.e2e.json',
  'knip --no-progress',
];

const [task = 'start', ...rest] = process.argv.slice(2);
const tasks = {
  start: () => {
    build();
    // Room for what a request makes and drops, and a heap that grows slowly: twice the memory bought no more requests.
    follow(['--max-semi-space-size=16', '--heap-growing-percent=40', 'src/server/main.ts', ...rest]);
  },
  dev: () => follow(['scripts/dev.ts', ...rest]),
  // A large import makes much that is soon of no use: growing slowly keeps the command small. What serves is built before.
  cadre: () => {
    if (rest[0] === 'serve') build();
    const room = rest[0] === 'serve' ? 16 : 8;
    follow([`--max-semi-space-size=${room}`, '--heap-growing-percent=40', path.join(root, 'src/server/cli.ts'), ...rest], {
      cwd: here,
    });
  },
  check: () => run(...check),
  format: () => run('biome format --write .'),
  test: () => {
    build();
    follow(['scripts/test.ts', ...rest]);
  },
  'test-full': () => {
    build();
    follow(['scripts/test.ts', '--full', ...rest]);
  },
  // The bill of materials, from the lock file alone; and the advisories, which takes the network.
  sbom: () => follow(['scripts/sbom.ts', ...rest]),
  audit: () => follow(['scripts/audit.ts', ...rest]),
  // The pictures of the user guide, from a demo that runs.
  'guide-pictures': () => follow(['e2e/guide-pictures.ts', ...rest]),
  // Faults as often as they are shown: kills, double writes, stops, clocks. The table goes to bench/results/faults.md.
  faults: () => follow(['bench/faults.ts', ...rest]),
  bench: () => {
    build();
    // `npm run bench -- pages` measures the browser, `-- sign-in` signing in, everything else the server.
    const suites = {
      pages: ['bench/browser.ts'],
      'sign-in': ['bench/sign-in.ts', ...rest.slice(1)],
      leave: ['bench/leave.ts', ...rest.slice(1)],
      people: ['bench/people.ts', ...rest.slice(1)],
      planning: ['bench/planning.ts', ...rest.slice(1)],
      board: ['bench/board.ts'],
      clients: ['bench/clients.ts', ...rest.slice(1)],
      backup: ['bench/backup.ts', ...rest.slice(1)],
      load: ['bench/load.ts', ...rest.slice(1)],
      imports: ['bench/imports.ts', ...rest.slice(1)],
      pricing: ['bench/pricing.ts', ...rest.slice(1)],
      invoices: ['bench/invoices.ts', ...rest.slice(1)],
      time: ['bench/time.ts', ...rest.slice(1)],
      reports: ['bench/reports.ts', ...rest.slice(1)],
      'reports-growth': ['bench/reports-growth.ts', ...rest.slice(1)],
    };
    follow(suites[rest[0]] ?? ['bench/run.ts', ...rest]);
  },
};
(tasks[task] ?? (() => fail(`There is no task "${task}".`)))();
