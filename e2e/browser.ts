import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';

/** What Playwright needs to launch the browser. */
export interface Launch {
  executablePath: string;
  args: string[];
  env?: Record<string, string>;
}

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const root = path.resolve(import.meta.dirname, '..');

async function unpackTar(source: string, folder: string): Promise<void> {
  const tar = path.join(folder, path.basename(source, '.br'));
  await pipeline(fs.createReadStream(source), zlib.createBrotliDecompress(), fs.createWriteStream(tar));
  execFileSync('tar', ['xf', tar, '-C', folder]);
  fs.rmSync(tar);
}

const fontsConf = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fontcache</cachedir>
</fontconfig>
`;

/** Lays out the browser of the npm package, with the libraries and the font it brings, once for each version. */
async function unpack(source: string, folder: string): Promise<void> {
  if (fs.existsSync(path.join(folder, 'ready'))) return;
  // Two test runs may start at once: each unpacks for itself, the first to finish wins.
  const own = `${folder}.${process.pid}`;
  fs.mkdirSync(own, { recursive: true });
  for (const name of ['al2023', 'fonts', 'swiftshader']) await unpackTar(path.join(source, 'bin', `${name}.tar.br`), own);
  const program = fs.createWriteStream(path.join(own, 'chromium'), { mode: 0o755 });
  await pipeline(fs.createReadStream(path.join(source, 'bin', 'chromium.br')), zlib.createBrotliDecompress(), program);
  fs.writeFileSync(path.join(own, 'fonts.conf'), fontsConf(folder));
  fs.writeFileSync(path.join(own, 'ready'), '');
  try {
    fs.renameSync(own, folder);
  } catch {
    fs.rmSync(own, { recursive: true, force: true });
  }
}

/** The headless browser for tests: the one that npm installed (Linux x64), or the one that `CHROMIUM_PATH` names. */
export async function launchOptions(): Promise<Launch> {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return { executablePath: given, args: ARGS };
  const source = path.join(root, 'node_modules/@sparticuz/chromium');
  const { version } = JSON.parse(fs.readFileSync(path.join(source, 'package.json'), 'utf8')) as { version: string };
  const folder = path.join(root, `node_modules/.cache/chromium-${version}`);
  await unpack(source, folder);
  const env = { ...process.env, LD_LIBRARY_PATH: `${folder}/lib`, FONTCONFIG_FILE: `${folder}/fonts.conf` };
  return { executablePath: path.join(folder, 'chromium'), args: ARGS, env: env as Record<string, string> };
}
