import { said } from '../kit/said.ts';
import { constants, inflateRawSync } from 'node:zlib';
import { type TableLimits, tooLarge, unreadable, unsupported } from './tables-limits.ts';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_END = 0x06064b50;
const FULL_32 = 0xffffffff;
const RATIO_FROM = 1_000_000;
/** Share of the unpacked bytes that one part which is held in memory whole (texts, styles) may have. */
const WHOLE_PART_SHARE = 0.4;
const PROLOG_COMPRESSED = 2_048;
const PROLOG_INFLATED = 4_000_000;

/** A part of a workbook as the zip directory declares it. */
export interface ZipEntry {
  name: string;
  /** 0 stored, 8 deflated. */
  method: number;
  compressed: number;
  size: number;
  /** Where the packed bytes begin. */
  start: number;
}

const damaged = (): Error =>
  unreadable('The workbook is damaged or was cut off on its way. Open it, save it again, and upload it once more.');

class ZipDirectory {
  readonly bytes: Uint8Array;
  readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u16 = (at: number): number => this.view.getUint16(at, true);
  u32 = (at: number): number => this.view.getUint32(at, true);
  u64 = (at: number): number => Number(this.view.getBigUint64(at, true));

  /** Where the directory starts and how many entries it has. */
  end(): { offset: number; count: number } {
    for (let at = this.bytes.length - 22; at >= Math.max(0, this.bytes.length - 65_557); at--) {
      if (this.u32(at) !== END_OF_DIRECTORY) continue;
      const count = this.u16(at + 10);
      const offset = this.u32(at + 16);
      if (count !== 0xffff && offset !== FULL_32) return { offset, count };
      if (this.u32(at - 20) !== ZIP64_LOCATOR) throw damaged();
      const record = this.u64(at - 12);
      if (this.u32(record) !== ZIP64_END) throw damaged();
      return { offset: this.u64(record + 48), count: this.u64(record + 32) };
    }
    throw damaged();
  }

  /** Sizes and place of an entry, from its 64-bit extra field where the 32-bit ones are full. */
  sizes(at: number, nameLength: number): { size: number; compressed: number; header: number } {
    let [compressed, size, header] = [this.u32(at + 20), this.u32(at + 24), this.u32(at + 42)];
    if (compressed !== FULL_32 && size !== FULL_32 && header !== FULL_32) return { size, compressed, header };
    const end = at + 46 + nameLength + this.u16(at + 30);
    for (let field = at + 46 + nameLength; field + 4 <= end; field += 4 + this.u16(field + 2)) {
      if (this.u16(field) !== 1) continue;
      let value = field + 4;
      const next = (): number => this.u64((value += 8) - 8);
      if (size === FULL_32) size = next();
      if (compressed === FULL_32) compressed = next();
      if (header === FULL_32) header = next();
      return { size, compressed, header };
    }
    throw damaged();
  }

  entries(limits: TableLimits): ZipEntry[] {
    const { offset, count } = this.end();
    if (count > limits.entries) throw tooLarge(said`The workbook has more than ${limits.entries} parts.`);
    const entries: ZipEntry[] = [];
    let at = offset;
    for (let index = 0; index < count; index++) {
      if (this.u32(at) !== DIRECTORY_ENTRY) throw damaged();
      const nameLength = this.u16(at + 28);
      const name = new TextDecoder().decode(this.bytes.subarray(at + 46, at + 46 + nameLength));
      if (this.u16(at + 8) & 1) throw unsupported('The workbook is protected by a password. Save it without one.');
      if (((this.u32(at + 38) >>> 16) & 0xf000) === 0xa000)
        throw unreadable('The file was refused: it holds a link instead of a file.');
      const { size, compressed, header } = this.sizes(at, nameLength);
      if (this.u32(header) !== LOCAL_HEADER) throw damaged();
      const start = header + 30 + this.u16(header + 26) + this.u16(header + 28);
      if (start + compressed > this.bytes.length) throw damaged();
      entries.push({ name, method: this.u16(at + 10), compressed, size, start });
      at += 46 + nameLength + this.u16(at + 30) + this.u16(at + 32);
    }
    return entries;
  }
}

const leavesFolder = (name: string): boolean => /^\/|^[a-z]:|\\|\0|(^|\/)\.\.(\/|$)/i.test(name);
const isArchive = (name: string): boolean =>
  /\.(zip|jar|7z|rar|gz|bz2|xz|tar|xls[xmb]|docx|pptx|od[st])$/i.test(name) && !name.startsWith('xl/embeddings/');

function checkSizes(entries: readonly ZipEntry[], limits: TableLimits): void {
  let total = 0;
  for (const { name, method, size, compressed } of entries) {
    if (method !== 0 && method !== 8) throw unsupported('The workbook is packed in a way that is not supported.');
    if (method === 0 ? size !== compressed : size === 0 && compressed > 2) throw damaged();
    total += size;
    const packedTooWell = size > RATIO_FROM && size > compressed * limits.ratio;
    const wholeTooBig = !/worksheets\//.test(name) && /\.xml$/.test(name) && size > limits.inflated * WHOLE_PART_SHARE;
    if (packedTooWell || wholeTooBig || total > limits.inflated) {
      throw tooLarge('The workbook would become far too large when unpacked.');
    }
  }
}

/**
 * The directory of a zip file, judged without unpacking anything.
 * @throws Problem 413 over a limit, 415 for a packing that is not supported, 422 for a damaged or hostile one
 */
export function readZipDirectory(bytes: Uint8Array, limits: TableLimits): ZipEntry[] {
  let entries: ZipEntry[];
  try {
    entries = new ZipDirectory(bytes).entries(limits);
  } catch (error) {
    throw error instanceof RangeError ? damaged() : error;
  }
  const seen = new Set<string>();
  for (const { name } of entries) {
    if (leavesFolder(name)) throw unreadable('The file was refused: names inside it lead out of its folder.');
    if (seen.has(name.toLowerCase())) throw unreadable('The file was refused: it holds the same name twice.');
    if (isArchive(name)) throw unsupported('Archives inside archives are not accepted. Upload the table itself.');
    seen.add(name.toLowerCase());
  }
  checkSizes(entries, limits);
  return entries;
}

/** The unpacked bytes of a small part, e.g. the list of sheets. Never more than the directory declares. */
export function unpack(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  const packed = bytes.subarray(entry.start, entry.start + entry.compressed);
  if (entry.method === 0) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.size) });
  } catch {
    throw damaged();
  }
}

function prolog(bytes: Uint8Array, entry: ZipEntry): string {
  const packed = bytes.subarray(entry.start, entry.start + Math.min(entry.compressed, PROLOG_COMPRESSED));
  if (entry.method === 0) return Buffer.from(packed).toString('latin1');
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: PROLOG_INFLATED };
    return inflateRawSync(packed, options).toString('latin1');
  } catch {
    throw damaged();
  }
}

/**
 * Refuses parts that declare entities: only the few bytes before each part's first element are unpacked, since a document
 * type can stand nowhere else.
 */
export function refuseEntities(bytes: Uint8Array, entries: readonly ZipEntry[]): void {
  for (const entry of entries) {
    if (entry.size === 0 || !/\.(xml|rels)$/i.test(entry.name)) continue;
    const head = prolog(bytes, entry);
    const root = head.search(/<[a-z_:]/i);
    if (root < 0 || /<!(doctype|entity)/i.test(head.slice(0, root))) {
      throw unreadable('The file was refused: it declares entities or a document type, which no spreadsheet program writes.');
    }
  }
}
