import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type GridState,
  type Press,
  advance,
  commandOf,
  firstState,
  fromTsv,
  rangeOf,
  spread,
  tabTarget,
  toTsv,
} from './engine.ts';

const size = { rows: 10, cols: 7, pageRows: 4 };

function press(state: GridState, key: string, held: Partial<Press> = {}): GridState {
  const command = commandOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held }, state, size);
  return command ? advance(state, command, size) : state;
}

const at = (row: number, col: number, mode: GridState['mode'] = 'rest'): GridState => ({
  ...firstState,
  active: { row, col },
  anchor: { row, col },
  mode,
});

describe('moving', () => {
  test.each([
    ['ArrowRight', {}, [3, 4]],
    ['ArrowLeft', {}, [3, 2]],
    ['ArrowUp', {}, [2, 3]],
    ['ArrowDown', {}, [4, 3]],
    ['ArrowDown', { ctrlKey: true }, [9, 3]],
    ['Home', {}, [3, 0]],
    ['End', {}, [3, 6]],
    ['Home', { ctrlKey: true }, [0, 0]],
    ['End', { ctrlKey: true }, [9, 6]],
    ['PageDown', {}, [7, 3]],
    ['PageUp', {}, [0, 3]],
    ['Enter', {}, [4, 3]],
    ['Enter', { shiftKey: true }, [2, 3]],
    ['Tab', {}, [3, 4]],
    ['Tab', { shiftKey: true }, [3, 2]],
  ])('%s %o', (key, held, [row, col]) => {
    expect(press(at(3, 3), key, held).active).toEqual({ row, col });
  });

  test('stops at the edges', () => {
    expect(press(at(0, 0), 'ArrowUp').active).toEqual({ row: 0, col: 0 });
    expect(press(at(9, 6), 'ArrowRight').active).toEqual({ row: 9, col: 6 });
  });

  test('Tab goes on to the next row and leaves at the end', () => {
    expect(tabTarget({ row: 0, col: 6 }, false, size)).toEqual({ row: 1, col: 0 });
    expect(tabTarget({ row: 9, col: 6 }, false, size)).toBeUndefined();
  });

  test('Escape, then Tab leaves from anywhere', () => {
    const leaving = press(at(3, 3), 'Escape');
    const tab = { key: 'Tab', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
    expect(commandOf(tab, leaving, size)).toBeUndefined();
    expect(press(leaving, 'ArrowDown').leaving).toBe(false);
  });
});

describe('ranges', () => {
  test('Shift grows from the anchor, a plain move ends it', () => {
    const grown = press(press(at(3, 3), 'ArrowRight', { shiftKey: true }), 'ArrowUp', { shiftKey: true });
    expect(rangeOf(grown)).toEqual({ top: 2, bottom: 3, left: 3, right: 4 });
    expect(rangeOf(press(grown, 'ArrowLeft'))).toEqual({ top: 2, bottom: 2, left: 3, right: 3 });
  });

  test('Ctrl A takes everything', () => {
    expect(rangeOf(press(at(3, 3), 'a', { ctrlKey: true }))).toEqual({ top: 0, bottom: 9, left: 0, right: 6 });
  });
});

describe('editing', () => {
  test('arrows leave a cell that is typed over, but move within one opened by F2', () => {
    expect(press(at(3, 3, 'type'), 'ArrowRight').active).toEqual({ row: 3, col: 4 });
    expect(press(press(at(3, 3), 'F2'), 'ArrowRight').active).toEqual({ row: 3, col: 3 });
  });

  test('Escape ends editing before it leaves', () => {
    const back = press(at(3, 3, 'type'), 'Escape');
    expect([back.mode, back.leaving]).toEqual(['rest', false]);
  });

  test('Delete clears at rest and deletes a letter while one types', () => {
    const command = (mode: GridState['mode']) =>
      commandOf({ key: 'Delete', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }, at(1, 1, mode), size);
    expect(command('rest')).toEqual({ do: 'clear' });
    expect(command('type')).toBeUndefined();
  });
});

test('whatever is pressed, the active cell exists', () => {
  const keys = [
    'ArrowUp',
    'ArrowDown',
    'ArrowLeft',
    'ArrowRight',
    'Home',
    'End',
    'PageUp',
    'PageDown',
    'Enter',
    'Tab',
    'F2',
    'Escape',
    'a',
  ];
  const presses = fc.array(fc.record({ key: fc.constantFrom(...keys), shiftKey: fc.boolean(), ctrlKey: fc.boolean() }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(presses, (all) => {
      const end = all.reduce((state, { key, ...held }) => press(state, key, held), firstState);
      for (const { row, col } of [end.active, end.anchor]) {
        expect(row).toBeGreaterThanOrEqual(0);
        expect(row).toBeLessThan(size.rows);
        expect(col).toBeGreaterThanOrEqual(0);
        expect(col).toBeLessThan(size.cols);
      }
    }),
  );
});

describe('copying', () => {
  test('what goes out comes in again', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '7', ',', ' ', '"', '\t', '\n'), maxLength: 6 });
    const block = fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
      .chain(([rows, cols]) =>
        fc.array(fc.array(cell, { minLength: cols, maxLength: cols }), { minLength: rows, maxLength: rows }),
      );
    fc.assert(
      fc.property(block, (texts) => {
        // A last line of one empty cell cannot be told from the line break that ends a block.
        fc.pre(!(texts.length > 1 && texts.at(-1)?.length === 1 && texts.at(-1)?.[0] === ''));
        expect(fromTsv(toTsv(texts))).toEqual(texts);
      }),
    );
  });

  test('a block from a spreadsheet ends with a line break', () => {
    expect(fromTsv('7,5\t8\r\n4\t\r\n')).toEqual([
      ['7,5', '8'],
      ['4', ''],
    ]);
  });

  test('one value fills the range, a block is laid out from its corner and cut at the edge', () => {
    expect(spread([['8']], { top: 0, bottom: 1, left: 0, right: 1 }, size)).toHaveLength(4);
    const laid = spread(
      [
        ['1', '2'],
        ['3', '4'],
      ],
      { top: 9, bottom: 9, left: 5, right: 5 },
      size,
    );
    expect(laid).toEqual([
      { row: 9, col: 5, text: '1' },
      { row: 9, col: 6, text: '2' },
    ]);
  });

  test('a block that fits several times is repeated', () => {
    const laid = spread([['1'], ['2']], { top: 0, bottom: 3, left: 0, right: 0 }, size);
    expect(laid.map(({ text }) => text)).toEqual(['1', '2', '1', '2']);
  });
});
