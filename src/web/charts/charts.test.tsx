import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import texts from '../texts/en.json';
import { BarChart, HeatCell, Ring, Sparkline, heatLook } from './index.ts';
import { linePieces, niceMax, stacked, withOther } from './scale.ts';

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
