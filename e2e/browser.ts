import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';

/** How to launch the browser: the fields of Playwright's launch options that we set. */
export interface InstalledBrowser {
  executablePath: string;
  args: string[];
  env?: Record<string, string>;
}

/** The package's own arguments switch security off; these only fit a headless machine. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const root = path.resolve(import.meta.dirname, '..');
const source = path.join(root, 'node_modules/@sparticuz/chromium');

async function unpack(file: string, target: string): Promise<void> {
  await pipeline(
    fs.createReadStream(path.join(source, 'bin', file)),
    zlib.createBrotliDecompress(),
    fs.createWriteStream(target, { mode: 0o755 }),
  );
}

async function unpackAll(dir: string): Promise<void> {
  fs.mkdirSync(dir, { recursive: true });
  for (const name of ['al2023', 'fonts', 'swiftshader']) {
    const tar = path.join(dir, `${name}.tar`);
    await unpack(`${name}.tar.br`, tar);
    execFileSync('tar', ['xf', tar, '-C', dir]);
    fs.rmSync(tar);
  }
  await unpack('chromium.br', path.join(dir, 'chromium'));
  fs.writeFileSync(
    path.join(dir, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>/usr/share/fonts</dir><dir>${dir}/fonts</dir><cachedir>${dir}/fontcache</cachedir></fontconfig>`,
  );
}

/**
 * Chromium from an npm package, unpacked once with its libraries and a font: no download and nothing installed on the
 * machine. `CHROMIUM_PATH` names another one.
 */
export async function browser(): Promise<InstalledBrowser> {
  const own = process.env['CHROMIUM_PATH'];
  if (own) return { executablePath: own, args };
  const { version } = JSON.parse(fs.readFileSync(path.join(source, 'package.json'), 'utf8')) as { version: string };
  const dir = path.join(root, 'node_modules/.cache', `chromium-${version}`);
  if (!fs.existsSync(dir)) {
    // Two workers may come at once: each unpacks for itself, the first to finish gives its folder the name.
    const mine = `${dir}.${process.pid}`;
    await unpackAll(mine);
    try {
      fs.renameSync(mine, dir);
    } catch {
      fs.rmSync(mine, { recursive: true, force: true });
    }
    fs.writeFileSync(path.join(dir, 'fonts.conf'), fs.readFileSync(path.join(dir, 'fonts.conf'), 'utf8').replaceAll(mine, dir));
  }
  const env = { ...process.env, LD_LIBRARY_PATH: path.join(dir, 'lib'), FONTCONFIG_FILE: path.join(dir, 'fonts.conf') };
  return { executablePath: path.join(dir, 'chromium'), args, env: env as Record<string, string> };
}
