import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import texts from '../texts/en.json';
import {
  BarChart,
  BulletChart,
  ColumnChart,
  HeatCell,
  HeatMatrix,
  LineChart,
  Ring,
  Sparkline,
  Waterfall,
  heatLook,
} from './index.ts';
import { nextMark } from './marks.ts';
import { linePieces, niceMax, stacked, waterfall, withOther } from './scale.ts';

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'texts', ns: ['texts'], resources: { en: { texts: { web: texts } } } });
});

test('axes end at round numbers', () => {
  expect([0, 0.3, 7, 12, 20, 23, 260].map(niceMax)).toEqual([1, 0.5, 10, 20, 20, 25, 500]);
});

test('a line breaks where there is no figure', () => {
  expect(linePieces([0, 10, undefined, 5], 30, 10, 10)).toEqual(['0,10 10,0', '30,5']);
});

test('stacked parts follow each other and end at the edge', () => {
  expect(stacked([1, 2, 4], 5)).toEqual([
    { from: 0, to: 0.2 },
    { from: 0.2, to: 0.6 },
    { from: 0.6, to: 1 },
  ]);
});

test('beyond five series the smallest are summed, nothing is lost', () => {
  const series = [5, 1, 9, 2, 7, 3].map((value, index) => ({ name: `s${index}`, values: [value, value] }));
  const shown = withOther(series, 'Other');
  expect(shown.map(({ name }) => name)).toEqual(['s0', 's2', 's4', 's5', 'Other']);
  expect(shown.at(-1)?.values).toEqual([3, 3]);
});

test('what is not certain is hatched on the screen too, in the columns and beside their names', () => {
  const html = renderToStaticMarkup(
    <ColumnChart
      caption="Forecast."
      about="Month"
      names={['Jan']}
      series={[
        { name: 'Confirmed', values: [4] },
        { name: 'Tentative', values: [2], tentative: true },
      ]}
      show={(value) => `${value} h`}
    />,
  );
  expect(html.match(/url\(#[^)]*hatch\)/g)).toHaveLength(2);
});

test('a bar chart says its message and offers a table', () => {
  const html = renderToStaticMarkup(
    <BarChart
      caption="Audit took half."
      about="Week"
      names={['W47']}
      series={[{ name: 'Audit', values: [4] }]}
      show={(value) => `${value} h`}
      target={8}
    />,
  );
  expect(html).toContain('<figcaption');
  expect(html).toContain('Audit took half.');
  expect(html).toContain('Show as table');
  expect(html).toContain('4 h');
});

test('a cell beyond full carries its number and a mark, one without capacity a dot', () => {
  expect(renderToStaticMarkup(<HeatCell percent={112} text="112" />)).toMatch(/▲.*112.*over/);
  expect(renderToStaticMarkup(<HeatCell percent={undefined} text="" />)).toMatch(/·.*no capacity/);
  expect([heatLook(100).over, heatLook(101).over]).toEqual([false, true]);
});

test('ring and sparkline are pictures with words', () => {
  expect(renderToStaticMarkup(<Ring share={1.4} text="140 %" label="More than all is logged." />)).toContain('role="img"');
  expect(renderToStaticMarkup(<Sparkline values={[1, undefined, 3]} label="It rose." />)).toContain('aria-label="It rose."');
});

test('steps of a waterfall go on where the last one ended, totals stand on the axis', () => {
  expect(waterfall([{ value: 470, total: true }, { value: -70 }, { value: 10 }, { value: 410, total: true }])).toEqual([
    { bottom: 0, top: 470, end: 470 },
    { bottom: 400, top: 470, end: 400 },
    { bottom: 400, top: 410, end: 410 },
    { bottom: 0, top: 410, end: 410 },
  ]);
});

test('arrows move between marks and stop at the ends', () => {
  expect([nextMark('ArrowRight', 0, 6, 3), nextMark('ArrowDown', 1, 6, 3), nextMark('ArrowUp', 4, 6, 3)]).toEqual([1, 4, 1]);
  expect([nextMark('ArrowLeft', 0, 6, 3), nextMark('ArrowDown', 4, 6, 3), nextMark('Tab', 0, 6, 3)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([nextMark('End', 0, 6, 3), nextMark('Home', 5, 6, 3)]).toEqual([5, 0]);
});

test('every mark says what it stands for, one of them is reached by Tab', () => {
  const show = (value: number): string => `${value} h`;
  const columns = renderToStaticMarkup(
    <ColumnChart
      caption="Hours by month."
      about="Month"
      names={['Jan', 'Feb']}
      series={[
        { name: 'Chargeable', values: [3, 4] },
        { name: 'Internal', values: [1, 0] },
      ]}
      show={show}
      target={{ name: 'Target', values: [5, undefined] }}
      provisional={(column) => column === 1}
      onPick={() => undefined}
    />,
  );
  expect(columns).toContain('aria-label="Jan: Chargeable 3 h, Internal 1 h"');
  expect(columns).toContain('aria-label="Feb: Chargeable 4 h, Internal 0 h, provisional"');
  expect(columns.match(/tabindex="0"/g)).toHaveLength(1);
  expect(columns.match(/role="button"/g)).toHaveLength(2);
  const steps = [
    { name: 'Value', value: 5, total: true },
    { name: 'Discount', value: -7 },
  ];
  expect(renderToStaticMarkup(<Waterfall caption="Down." about="Step" unit="EUR" steps={steps} show={show} />)).toContain(
    'aria-label="Discount: -7 h"',
  );
  const line = (
    <LineChart caption="Up." about="Month" names={['Jan']} series={[{ name: 'Rate', values: [undefined] }]} show={show} />
  );
  expect(renderToStaticMarkup(line)).toContain('aria-label="Jan: Rate –"');
  const rows = [{ name: 'Audit', values: [6, 3], mark: 8 }];
  expect(
    renderToStaticMarkup(
      <BulletChart caption="Used." about="Project" parts={['Logged', 'Booked']} mark="Budget" rows={rows} show={show} />,
    ),
  ).toContain('aria-label="Audit: Logged 6 h, Booked 3 h, Budget 8 h"');
  const matrix = (
    <HeatMatrix caption="Load." about="Person" columns={['W1']} rows={[{ name: 'Ana', values: [82] }]} show={String} />
  );
  expect(renderToStaticMarkup(matrix)).toContain('aria-label="Ana, W1: 82"');
});
