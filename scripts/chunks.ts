import { type Plugin, type Rolldown, type UserConfig, build } from 'vite';

/** From so many lazily loaded parts on, what they share is loaded with the first of them. */
const WIDELY = 8;

type Chunk = Rolldown.OutputChunk;

/** Everything that a chunk loads before it runs, itself included. */
function closure(chunk: Chunk, chunks: ReadonlyMap<string, Chunk>): Set<Chunk> {
  const found = new Set<Chunk>();
  const open = [chunk];
  for (let next = open.pop(); next; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    for (const name of next.imports) {
      const imported = chunks.get(name);
      if (imported) open.push(imported);
    }
  }
  return found;
}

/** Reads the chunks of a build, instead of writing them. */
function reader(read: (chunks: Chunk[]) => void): Plugin {
  return {
    name: 'cadre-chunk-reader',
    generateBundle: (_options, bundle) => read(Object.values(bundle).filter((each) => each.type === 'chunk')),
  };
}

/**
 * Which modules travel together. Left alone, the bundler makes a file for every set of screens that share something: a hundred
 * small files a page. So it builds once to see who needs what, and then: what stands before the first paint is one file
 * (`start`), what comes next on the way another each, and what many screens share the last (`work`).
 * @param config what is built, without how it is cut
 * @param way what is met one after the other: the name of a file, and its lazily loaded modules by the ends of their paths
 * @returns the file of a module, by its id; modules not named are cut as the bundler sees fit
 */
export async function planChunks(
  config: UserConfig,
  way: readonly [name: string, paths: readonly string[]][],
): Promise<Map<string, string>> {
  let all: Chunk[] = [];
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: [...(config.plugins ?? []), reader((chunks) => (all = chunks))],
    build: { ...config.build, write: false, minify: false, cssMinify: false, reportCompressedSize: false },
  });
  const chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]));
  const shares = new Map<Chunk, number>();
  const plan = new Map<string, string>();
  const take = (chunk: Chunk, name: string): void => {
    for (const id of Object.keys(chunk.modules)) if (!plan.has(id)) plan.set(id, name);
  };
  for (const entry of all.filter(({ isEntry }) => isEntry)) for (const chunk of closure(entry, chunks)) take(chunk, 'start');
  const lazy = all.filter(({ isDynamicEntry }) => isDynamicEntry);
  for (const [name, paths] of way) {
    for (const each of lazy.filter(({ facadeModuleId }) => paths.some((path) => facadeModuleId?.endsWith(path))))
      for (const chunk of closure(each, chunks)) take(chunk, name);
  }
  for (const each of lazy) for (const chunk of closure(each, chunks)) shares.set(chunk, (shares.get(chunk) ?? 0) + 1);
  for (const [chunk, share] of shares) if (share >= WIDELY && !chunk.isDynamicEntry) take(chunk, 'work');
  return plan;
}
