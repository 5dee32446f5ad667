import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

/** Cuts of the typeface of documents; other files of the package are not read. */
const CUTS = ['400Regular', '400Regular_Italic', '600SemiBold'];
const PDF_A_3B = 'a-3b';
/** Results of the last sheets that are kept for the next ones. */
const KEPT = 10;

let compiler: NodeCompiler | undefined;
const templates = new Map<string, string>();

function compilerOf(): NodeCompiler {
  if (compiler) return compiler;
  const load = createRequire(import.meta.url);
  const folder = path.dirname(load.resolve('@expo-google-fonts/source-sans-3/package.json'));
  const fontBlobs = CUTS.map((cut) => readFileSync(path.join(folder, cut, `SourceSans3_${cut}.ttf`)));
  // Loaded by what is set, and not by what only looks at a document: it is native and large.
  const typst = load('@myriaddreamin/typst-ts-node-compiler') as { NodeCompiler: typeof NodeCompiler };
  compiler = typst.NodeCompiler.create({ fontArgs: [{ fontBlobs }] });
  return compiler;
}

/** The text of a template, read once. */
function templateOf(file: string): string {
  const known = templates.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(file), 'utf8');
  templates.set(file, text);
  return text;
}

/**
 * A document of a template (Typst) and data, as PDF/A-3b: the same data gives the same bytes. Data reaches the template as one JSON
 * text and is never part of its program. To be called in a thread of its own (`aside`): it takes milliseconds of nothing else.
 * @param template address of the template's file
 * @throws Error with what the template complains about
 */
export function typeset(template: string, data: object): Uint8Array {
  const made = compilerOf();
  try {
    return made.pdf({ mainFileContent: templateOf(template), inputs: { data: JSON.stringify(data) } }, { pdfStandard: PDF_A_3B });
  } catch (error) {
    const short = (error as { shortDiagnostics?: { message?: string }[] }).shortDiagnostics;
    throw new Error(`The document cannot be set: ${short?.map(({ message }) => message).join('; ') ?? String(error)}`, {
      cause: error,
    });
  } finally {
    made.evictCache(KEPT);
  }
}
