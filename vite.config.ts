import { createReadStream, createWriteStream, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import react from '@vitejs/plugin-react';
import { type Plugin, type UserConfig, defineConfig } from 'vite';
import { planChunks } from './scripts/chunks.ts';

const SMALLEST_COMPRESSED = 1024;

/** Texts of one language travel together: the sign-in pages' in one file, those of all other screens in another. */
function textChunk(id: string): string | null {
  const match = /\/src\/(\w+)\/(?:web\/)?texts\/(\w\w)\.json$/.exec(id);
  if (!match) return null;
  const [, room = '', language = ''] = match;
  return room === 'web' || room === 'access' ? `texts-${language}` : `texts-rooms-${language}`;
}

/** Lays a gzip and a brotli copy beside each file, so that the server compresses nothing while it answers. */
function compressed(): Plugin {
  const copy = (file: string, ending: string, compressor: zlib.Gzip | zlib.BrotliCompress): Promise<void> =>
    pipeline(createReadStream(file), compressor, createWriteStream(file + ending));
  let folder = '';
  return {
    name: 'cadre-compressed',
    apply: 'build',
    configResolved: (config) => {
      folder = path.resolve(config.root, config.build.outDir);
    },
    writeBundle: async () => {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
      for (const file of files.filter((name) => /\.(js|css|svg)$/.test(name) && statSync(name).size >= SMALLEST_COMPRESSED)) {
        await copy(file, '.gz', zlib.createGzip({ level: 9 }));
        await copy(file, '.br', zlib.createBrotliCompress());
      }
    },
  };
}

/** What is built, without how it is cut into files. */
const product: UserConfig = {
  root: import.meta.dirname,
  publicDir: 'src/web/public',
  plugins: [react()],
  css: { transformer: 'lightningcss' },
  // Texts are read whole: names for each of them would be sent twice.
  json: { namedExports: false },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    rolldownOptions: {
      // A widget that a screen does not use is not loaded with it, although all come through one index.
      treeshake: { moduleSideEffects: [{ test: /\/src\/web\/(ui|form|grid|charts)\/.*\.tsx?$/, sideEffects: false }] },
    },
  },
  server: {
    proxy: { '/api': 'http://localhost:3000', '/auth': 'http://localhost:3000' },
  },
};

/** Files below this size ride with what needs them most. */
const SMALL = 15_000;

export default defineConfig(async ({ command }) => {
  if (command !== 'build') return product;
  const plan = await planChunks(product, [
    ['sign-in', ['Login.tsx', 'LoginManagement.tsx', 'PlainLogin.tsx'].map((name) => `/src/access/web/${name}`)],
    ['frame', ['/src/web/shell/Shell.tsx', '/src/reporting/web/Home.tsx', 'Bell.tsx', 'HelpButton.tsx']],
  ]);
  const groups = [
    { debugName: 'texts', test: /\/texts\/\w\w\.json$/, name: textChunk },
    { debugName: 'plan', name: (id: string) => plan.get(id) ?? null, includeDependenciesRecursively: false },
    { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: SMALL },
  ];
  const rolldownOptions = { ...product.build?.rolldownOptions, output: { codeSplitting: { groups } } };
  return { ...product, plugins: [...(product.plugins ?? []), compressed()], build: { ...product.build, rolldownOptions } };
});
