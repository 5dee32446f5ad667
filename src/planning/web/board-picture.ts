import { addDays, addMonths, daysBetween, isoWeek, monthOf } from '../../kit/day.ts';
import { saveFile } from '../../web/api.ts';
import { day, number } from '../../web/format.ts';
import { text } from '../../web/i18n/text.ts';
import type { BoardGroup } from '../contract.ts';
import { type Bar, type Row, colourOf, shortName } from './board-data.ts';
import type { BoardStore } from './board-store.ts';
import { bandsOf } from './heat.ts';
import { hoursShort } from './row-text.ts';
import type { Scale } from './scale.ts';

/** People on one picture: what is longer no program opens. */
const MOST = 150;
/** Canvases end at 16,384 px a side. */
const LONGEST = 8000;
const PATIENCE_MS = 20_000;
const [NAMES, TITLE, HEAD, STRIP, LANE, GROUP, EDGE] = [240, 48, 44, 16, 22, 26, 12];

export interface PictureOptions {
  title: string;
  withSoft: boolean;
  thresholds: readonly number[];
  /** Heads of groups by the row over which they stand. */
  heads: ReadonlyMap<number, readonly BoardGroup[]>;
}

/** The rows from the first on, fetched where they were not looked at yet. @throws Error where they do not come */
function rowsOf(store: BoardStore, count: number): Promise<Row[]> {
  const known = (): Row[] => Array.from({ length: count }, (_, index) => store.row(index) ?? []).flat();
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      if (known().length < count && store.failure === undefined) return;
      clearTimeout(timer);
      stop();
      if (known().length < count) reject(new Error(text('planning.not_loaded')));
      else resolve(known());
    };
    const timer = setTimeout(() => {
      stop();
      reject(new Error(text('planning.not_loaded')));
    }, PATIENCE_MS);
    const stop = store.subscribe(settle);
    store.ensure(0, count - 1);
    settle();
  });
}

const heightOf = (row: Row): number => STRIP + 4 + Math.max(2, row.lanes) * LANE;

/** Draws with the colours of the theme, names cut where they do not fit. */
class Pen {
  readonly #canvas: CanvasRenderingContext2D;
  readonly #style = getComputedStyle(document.documentElement);
  readonly #family = getComputedStyle(document.body).fontFamily;

  constructor(canvas: CanvasRenderingContext2D) {
    this.#canvas = canvas;
    canvas.textBaseline = 'middle';
  }

  colour = (name: string): string => this.#style.getPropertyValue(`--cadre-${name}`).trim() || 'black';

  box(x: number, y: number, width: number, height: number, colour: string): void {
    this.#canvas.fillStyle = this.colour(colour);
    this.#canvas.fillRect(x, y, width, height);
  }

  /** `most` is the width that there is. */
  write(words: string, x: number, y: number, most: number, { size = 12, bold = false, colour = 'text' } = {}): void {
    const canvas = this.#canvas;
    canvas.font = `${bold ? 600 : 400} ${size}px ${this.#family}`;
    let shown = words;
    while (shown.length > 1 && canvas.measureText(shown).width > most) shown = `${shown.replace(/…$/, '').slice(0, -1)}…`;
    if (canvas.measureText(shown).width > most) return;
    canvas.fillStyle = this.colour(colour);
    canvas.fillText(shown, x, y);
  }

  /** A booking: full, or dashed and hatched where it is not confirmed. */
  bar(x: number, y: number, width: number, colour: number, isFirm: boolean): void {
    const canvas = this.#canvas;
    const line = this.colour(`category-${colour}`);
    const height = LANE - 3;
    this.box(x, y, width, height, isFirm ? `category-${colour}-tint` : 'surface');
    canvas.strokeStyle = line;
    canvas.save();
    canvas.beginPath();
    canvas.rect(x, y, width, height);
    canvas.clip();
    if (!isFirm) {
      canvas.globalAlpha = 0.25;
      canvas.lineWidth = 3;
      for (let at = x - height; at < x + width; at += 10) {
        canvas.beginPath();
        canvas.moveTo(at, y + height);
        canvas.lineTo(at + height, y);
        canvas.stroke();
      }
    }
    canvas.restore();
    canvas.lineWidth = 1;
    canvas.setLineDash(isFirm ? [] : [4, 3]);
    canvas.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
    canvas.setLineDash([]);
    canvas.fillStyle = line;
    canvas.fillRect(x, y, 4, height);
  }
}

function drawScale(pen: Pen, { range, days, dayPx, unitPx, zoom }: Scale): void {
  for (let month = monthOf(range.from); month <= range.to; month = addMonths(month, 1)) {
    const start = Math.max(0, daysBetween(range.from, month));
    const end = Math.min(days, daysBetween(range.from, addMonths(month, 1)));
    if (zoom !== 'month')
      pen.write(day(month, 'month'), NAMES + start * dayPx + 4, TITLE + 12, (end - start) * dayPx - 8, { bold: true });
  }
  for (const [unit, start] of range.starts.entries()) {
    const week = text('planning.week_short', { week: Number(isoWeek(addDays(start, 3)).slice(6)) });
    const name =
      zoom === 'month'
        ? day(start, 'month')
        : zoom === 'week'
          ? `${Number(start.slice(8))} ${week}`
          : String(Number(start.slice(8)));
    pen.write(name, NAMES + unit * unitPx + 4, TITLE + 32, unitPx - 4, { size: 11, colour: 'muted' });
  }
}

function drawBar(pen: Pen, bar: Bar, top: number, { scale, names }: BoardStore): void {
  const [start, end] = [Math.max(0, bar.start), Math.min(scale.days, bar.end)];
  const [x, y, width] = [
    NAMES + start * scale.dayPx + 1,
    top + STRIP + 3 + bar.lane * LANE,
    Math.max(4, (end - start) * scale.dayPx - 2),
  ];
  pen.bar(x, y, width, colourOf(bar.booking, names), bar.booking.level === 'hard');
  const asked = bar.booking.level === 'requested' ? '? ' : '';
  const label = `${asked}${shortName(bar.booking, names)} · ${hoursShort(bar.booking.minutes_per_day)}`;
  pen.write(label, x + 8, y + LANE / 2 - 1, width - 12, { size: 11 });
}

function drawRow(pen: Pen, row: Row, top: number, store: BoardStore, { withSoft, thresholds }: PictureOptions): void {
  const { person } = row;
  const { scale } = store;
  pen.write(person.name, EDGE, top + 16, NAMES - 2 * EDGE, { bold: true });
  pen.write([person.grade, person.team].filter(Boolean).join(' · '), EDGE, top + 33, NAMES - 2 * EDGE, {
    size: 11,
    colour: 'muted',
  });
  for (const [unit, { band, text: figure }] of bandsOf(row.load, withSoft, thresholds).entries()) {
    const x = NAMES + unit * scale.unitPx;
    pen.box(x, top, scale.unitPx - 1, STRIP - 2, `heat-${band}`);
    pen.write(figure, x + 6, top + STRIP / 2 - 1, scale.unitPx - 8, { size: 10, colour: `heat-${band}-text` });
  }
  for (const bar of row.bars) drawBar(pen, bar, top, store);
  pen.box(0, top + heightOf(row) - 1, NAMES + scale.width, 1, 'divider');
}

/** The board of the first people as a PNG, as it stands: names, load and bookings, with the heads of groups. @throws Error */
export async function saveBoardPicture(store: BoardStore, filename: string, options: PictureOptions): Promise<void> {
  const count = Math.min(MOST, store.total ?? 0);
  const rows = await rowsOf(store, count);
  const headsAt = (index: number): readonly BoardGroup[] => options.heads.get(index) ?? [];
  const heights = rows.map((row, index) => heightOf(row) + GROUP * headsAt(index).length);
  const [width, height] = [NAMES + store.scale.width, TITLE + HEAD + heights.reduce((sum, each) => sum + each, 0) + EDGE];
  const sharp = height * 2 > LONGEST ? 1 : 2;
  const canvas = Object.assign(document.createElement('canvas'), { width: width * sharp, height: height * sharp });
  const context = canvas.getContext('2d');
  if (!context) throw new Error(text('planning.failed'));
  context.scale(sharp, sharp);
  const pen = new Pen(context);
  pen.box(0, 0, width, height, 'surface');
  const more =
    (store.total ?? 0) > count
      ? ` · ${text('planning.picture_of', { shown: number(count), total: number(store.total ?? 0) })}`
      : '';
  pen.write(options.title + more, EDGE, TITLE / 2, width - 2 * EDGE, { size: 16, bold: true });
  drawScale(pen, store.scale);
  let top = TITLE + HEAD;
  for (const [index, row] of rows.entries()) {
    for (const { name, count: people } of headsAt(index)) {
      pen.box(0, top, width, GROUP - 1, 'surface-2');
      pen.write(`${name || text('planning.no_group')} · ${number(people)}`, EDGE, top + GROUP / 2, width - 2 * EDGE, {
        bold: true,
      });
      top += GROUP;
    }
    drawRow(pen, row, top, store, options);
    top += heightOf(row);
  }
  const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!bytes) throw new Error(text('planning.failed'));
  saveFile(bytes, filename);
}
