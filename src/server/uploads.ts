import type { Sharp, SharpOptions } from 'sharp';
import { Problem } from '../kit/problem.ts';
import { said } from '../kit/said.ts';
import { tooLarge, unreadable } from './tables-limits.ts';
import { tableContent } from './tables.ts';

/** An uploaded file that may be kept: pictures drawn anew without metadata, tables and documents byte for byte. */
export interface Upload {
  kind: 'table' | 'image' | 'document';
  media_type: string;
  bytes: Uint8Array;
  /** The sender's name made safe to show; never a path to store under. */
  name: string;
}

const IMAGE_BYTES = 5_000_000;
const IMAGE_PIXELS = 40_000_000;
const IMAGE_SECONDS = 2;
const NAME_LENGTH = 120;
const DOCUMENT_BYTES = 20_000_000;
/** The last line of a PDF says that it ends; some programs write a little after it. */
const PDF_END = 2048;

type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp';

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

function imageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const head = ascii(bytes, 0, 12);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  return /^RIFF[^]{4}WEBP$/.test(head) ? 'webp' : undefined;
}

/** Loaded at the first picture: the library brings its own machine code, which a server without pictures need not carry. */
async function openImage(bytes: Uint8Array, options: SharpOptions): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  return sharp(bytes, options);
}

function imageProblem(error: unknown): Problem {
  const message = error instanceof Error ? error.message : '';
  if (/pixel limit|too large|exceeds/i.test(message))
    return tooLarge(said`The picture has more than ${IMAGE_PIXELS / 1_000_000} million pixels. Save it smaller.`);
  if (/timeout/i.test(message)) return tooLarge('The picture takes too long to read. Save it smaller.');
  return unreadable('The picture is damaged and cannot be read.');
}

/** The picture drawn anew in its own format: turned upright, and without position, comments or anything hidden behind it. */
async function redraw(bytes: Uint8Array, format: ImageFormat): Promise<Uint8Array> {
  if (bytes.length > IMAGE_BYTES) throw tooLarge(said`The picture is larger than ${IMAGE_BYTES / 1_000_000} MB.`);
  const animated = format === 'gif' || format === 'webp';
  const image = await openImage(bytes, { limitInputPixels: IMAGE_PIXELS, failOn: 'error', animated });
  try {
    return new Uint8Array(await image.autoOrient().toFormat(format).timeout({ seconds: IMAGE_SECONDS }).toBuffer());
  } catch (error) {
    throw imageProblem(error);
  }
}

/** Control characters, direction overrides and what shows as nothing: a name could pass for another one with them. */
const unseen = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/**
 * A file's name as it may be shown: without path, control characters and direction overrides, at most 120 characters, the
 * ending kept. It is still text: whoever shows it escapes it, and nothing is ever stored under it.
 */
export function displayName(name: string): string {
  const clean = name.toWellFormed().normalize('NFC').replace(unseen, '');
  const base = (clean.split(/[/\\]/).at(-1) ?? '').replace(/\s+/g, ' ').replace(/^ +|[ .]+$/g, '');
  const ending = /\.[^. ]{1,10}$/.exec(base)?.[0] ?? '';
  const stem = Array.from(base.slice(0, base.length - ending.length));
  return (
    (stem
      .slice(0, NAME_LENGTH - ending.length)
      .join('')
      .trim() || 'upload') + ending
  );
}

/** Whole PDF files as they are: they are only ever saved, never shown in a page of ours. @throws Problem 413, 422 */
function pdf(bytes: Uint8Array, name: string): Upload | undefined {
  if (!ascii(bytes, 0, 5).startsWith('%PDF-')) return undefined;
  if (bytes.length > DOCUMENT_BYTES) throw tooLarge(said`The document is larger than ${DOCUMENT_BYTES / 1_000_000} MB.`);
  if (!ascii(bytes, Math.max(0, bytes.length - PDF_END), bytes.length).includes('%%EOF'))
    throw unreadable('The document is damaged and cannot be read.');
  return { kind: 'document', media_type: 'application/pdf', bytes, name: displayName(name) };
}

/**
 * Judges an uploaded file by its content, whatever its name says. CSV text and xlsx workbooks pass as they are once their
 * directory is found harmless; PNG, JPEG, GIF and WebP pictures are drawn anew; PDF files pass where documents may be kept;
 * everything else is refused.
 * @throws Problem 413 over a limit, 415 for what is neither table nor picture, 422 for damaged or hostile files
 */
export async function inspectUpload(bytes: Uint8Array, name: string, { documents = false } = {}): Promise<Upload> {
  const document = documents ? pdf(bytes, name) : undefined;
  if (document) return document;
  const format = imageFormat(bytes);
  if (format !== undefined) {
    return { kind: 'image', media_type: `image/${format}`, bytes: await redraw(bytes, format), name: displayName(name) };
  }
  const content = tableContent(bytes, name);
  const media_type = content.kind === 'text' ? 'text/csv' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return { kind: 'table', media_type, bytes, name: displayName(name) };
}
