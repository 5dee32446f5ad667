export { type Cell, type Change, type How, type Range } from './engine.ts';
export type { Grid, GridOptions } from './grid.ts';
export { GridCell, type GridCellProps } from './GridCell.tsx';
export { type Entry, type Sheet, useCol, useRow } from './sheet.ts';
export { type BoundGrid, useGrid } from './useGrid.ts';
