export { BarChart, type BarChartProps, type BarSeries } from './BarChart.tsx';
export { ChartFigure, type ChartFigureProps, type ChartTable } from './ChartFigure.tsx';
export { HeatCell, type HeatCellProps, type HeatLook, heatLook } from './HeatCell.tsx';
export { Ring, type RingProps } from './Ring.tsx';
export { Sparkline, type SparklineProps } from './Sparkline.tsx';
