import { describe, expect, test } from 'vitest';
import { bandOf, categories, contrast, dark, heatDark, heatLight, light, type Palette } from './tokens.ts';

const TEXT = 4.5;
const PARTS = 3;

/** Pairs of text and what it stands on. */
const texts: readonly (readonly [keyof Palette, keyof Palette])[] = [
  ...(['surface', 'surface2', 'raised', 'offDay'] as const).flatMap((under) =>
    (['text', 'muted', 'placeholder', 'primary'] as const).map((over) => [over, under] as const),
  ),
  ['primary', 'primaryTint'],
  ['text', 'primaryTint'],
  ['onPrimary', 'primary'],
  ['onPrimary', 'primaryHover'],
  ['danger', 'dangerTint'],
  ['danger', 'surface'],
  ['onDanger', 'danger'],
  ['warning', 'warningTint'],
  ['warning', 'surface'],
  ['success', 'successTint'],
  ['success', 'surface'],
  ['text', 'selectPrimary'],
  ['placeholder', 'selectPrimary'],
  ['text', 'selectWhite'],
];

const parts: readonly (readonly [keyof Palette, keyof Palette])[] = [
  ['border', 'surface'],
  ['border', 'surface2'],
  ['focus', 'surface'],
  ['focus', 'surface2'],
  ['focus', 'focusOutside'],
];

for (const [name, palette, bands] of [
  ['light', light, heatLight],
  ['dark', dark, heatDark],
] as const) {
  describe(`${name} palette`, () => {
    test.each(texts)('%s reads on %s', (over, under) => {
      expect(contrast(palette[over], palette[under])).toBeGreaterThanOrEqual(TEXT);
    });
    test.each(parts)('%s shows on %s', (over, under) => {
      expect(contrast(palette[over], palette[under])).toBeGreaterThanOrEqual(PARTS);
    });
    test('digits read on every heat band', () => {
      for (const band of bands) expect(contrast(band.text, band.fill)).toBeGreaterThanOrEqual(TEXT);
    });
    test('one of the two tones of the focus ring shows on every heat band', () => {
      for (const band of bands) {
        const best = Math.max(contrast(palette.focus, band.fill), contrast(palette.focusOutside, band.fill));
        expect(best).toBeGreaterThanOrEqual(PARTS);
      }
    });
    test.each(categories)('category $name: text reads on the tint, the stripe shows on it', (category) => {
      const { tint, stripe } = category[name];
      expect(contrast(palette.text, tint)).toBeGreaterThanOrEqual(TEXT);
      expect(contrast(stripe, tint)).toBeGreaterThanOrEqual(PARTS);
    });
  });
}

test('the select colours are those of the specification', () => {
  expect([light.selectPrimary, light.selectWhite]).toEqual(['#F5F6F8', '#FFFFFF']);
});

test('a load stands in its band as it is shown', () => {
  expect([0, 0.4, 0.6, 24, 24.6, 100, 100.4, 101, 124.5, 125, 400].map((load) => bandOf(load))).toEqual([
    0, 0, 1, 1, 2, 4, 4, 5, 7, 7, 7,
  ]);
});
