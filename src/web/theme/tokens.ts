/** The palette. Every pair that stands on another keeps its contrast; `tokens.test.ts` computes it. */
export interface Palette {
  surface: string;
  surface2: string;
  raised: string;
  text: string;
  muted: string;
  placeholder: string;
  border: string;
  divider: string;
  primary: string;
  primaryHover: string;
  onPrimary: string;
  primaryTint: string;
  danger: string;
  onDanger: string;
  dangerTint: string;
  warning: string;
  warningTint: string;
  success: string;
  successTint: string;
  focus: string;
  focusOutside: string;
  offDay: string;
  hatch: string;
  selectPrimary: string;
  selectWhite: string;
}

export const light: Palette = {
  surface: '#FFFFFF',
  surface2: '#F5F6F8',
  raised: '#FFFFFF',
  text: '#1A1F27',
  muted: '#565F6E',
  placeholder: '#656E7D',
  border: '#828B99',
  divider: '#E3E6EB',
  primary: '#1B5FA8',
  primaryHover: '#154B86',
  onPrimary: '#FFFFFF',
  primaryTint: '#E3EEF9',
  danger: '#B3261E',
  onDanger: '#FFFFFF',
  dangerTint: '#FCEBEA',
  warning: '#8A4B00',
  warningTint: '#FFF3DF',
  success: '#1D6B45',
  successTint: '#E4F4EB',
  focus: '#0842A0',
  focusOutside: '#FFFFFF',
  offDay: '#F0F2F5',
  hatch: '#D5DAE1',
  selectPrimary: '#F5F6F8',
  selectWhite: '#FFFFFF',
};

export const dark: Palette = {
  surface: '#14181E',
  surface2: '#262C36',
  raised: '#1C2129',
  text: '#E6E9EE',
  muted: '#A5AEBB',
  placeholder: '#97A1AF',
  border: '#6E7886',
  divider: '#2C333D',
  primary: '#7DB4F0',
  primaryHover: '#A3CAF5',
  onPrimary: '#0B1F36',
  primaryTint: '#16304D',
  danger: '#FF9E97',
  onDanger: '#3A1A19',
  dangerTint: '#3A1A19',
  warning: '#F5B968',
  warningTint: '#3A2A10',
  success: '#7FD3A6',
  successTint: '#12301F',
  focus: '#A8C7FA',
  focusOutside: '#14181E',
  offDay: '#1B2027',
  hatch: '#323A45',
  selectPrimary: '#262C36',
  selectWhite: '#14181E',
};

/** One band of the heat map: from `least` per cent on, with the colour of the digits on it. */
export interface Band {
  least: number;
  fill: string;
  text: string;
}

/** Eight bands: blue up to full, orange and brown beyond; never red against green. */
export const heatLight: readonly Band[] = [
  { least: 0, fill: '#FFFFFF', text: '#111827' },
  { least: 1, fill: '#DCEAF7', text: '#111827' },
  { least: 25, fill: '#B5D2EC', text: '#111827' },
  { least: 50, fill: '#7CAFDA', text: '#111827' },
  { least: 75, fill: '#2F6DA6', text: '#FFFFFF' },
  { least: 101, fill: '#FBDDAE', text: '#111827' },
  { least: 110, fill: '#EC9C3C', text: '#111827' },
  { least: 125, fill: '#9C4100', text: '#FFFFFF' },
];

export const heatDark: readonly Band[] = [
  { least: 0, fill: '#14181E', text: '#F2F5F9' },
  { least: 1, fill: '#1D2F42', text: '#F2F5F9' },
  { least: 25, fill: '#264D70', text: '#F2F5F9' },
  { least: 50, fill: '#3274AB', text: '#F2F5F9' },
  { least: 75, fill: '#83BAE9', text: '#0B0F14' },
  { least: 101, fill: '#5E3B10', text: '#F2F5F9' },
  { least: 110, fill: '#BC6C1C', text: '#0B0F14' },
  { least: 125, fill: '#F8B660', text: '#0B0F14' },
];

/** Lower edges of the bands, in per cent, unless the firm has its own. */
export const BAND_EDGES: readonly number[] = heatLight.map((band) => band.least);

/** Index of the band in which a load stands; `percent` is rounded as it is shown. */
export function bandOf(percent: number, edges: readonly number[] = BAND_EDGES): number {
  const shown = Math.round(percent);
  let band = 0;
  while (band + 1 < edges.length && shown >= (edges[band + 1] ?? Number.POSITIVE_INFINITY)) band += 1;
  return band;
}

/** Category colours: stripe and tint under dark (light theme) or light (dark theme) text. */
export interface Category {
  name: string;
  light: { stripe: string; tint: string };
  dark: { stripe: string; tint: string };
}

const category = (name: string, stripe: string, darkStripe: string): Category => ({
  name,
  light: { stripe, tint: mix(stripe, '#FFFFFF', 0.12) },
  dark: { stripe: darkStripe, tint: mix(darkStripe, '#14181E', 0.16) },
});

export const categories: readonly Category[] = [
  category('teal', '#1F7A87', '#5CC6D6'),
  category('olive', '#928B1C', '#E6DE6A'),
  category('brown', '#643717', '#B9855C'),
  category('indigo', '#3B24C4', '#9C8CFF'),
  category('crimson', '#A83C54', '#FF8FA6'),
  category('navy', '#27496D', '#6F93BC'),
  category('magenta', '#D12CC8', '#FFB0F8'),
  category('bronze', '#7D6512', '#A78A1F'),
];

/** A category for a thing, the same at every visit: by a sum over its id. */
export function categoryOf(id: string): number {
  let sum = 0;
  for (let index = 0; index < id.length; index += 1) sum = (sum * 31 + id.charCodeAt(index)) >>> 0;
  return sum % categories.length;
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** A colour laid over another with the given strength (0 … 1). */
export function mix(over: string, under: string, strength: number): string {
  const below = channels(under);
  const mixed = channels(over).map((value, index) => Math.round(value * strength + (below[index] ?? 0) * (1 - strength)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

/** Contrast of two colours by the formula of WCAG 2. */
export function contrast(first: string, second: string): number {
  const luminance = (hex: string): number => {
    const [red = 0, green = 0, blue = 0] = channels(hex).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [high = 0, low = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const kebab = (name: string): string => name.replace(/[A-Z0-9]/g, (letter) => `-${letter.toLowerCase()}`);

/** All tokens of one theme as CSS variables `--cadre-…`. */
export function variablesOf(theme: 'light' | 'dark'): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(theme === 'light' ? light : dark)) variables[`--cadre-${kebab(name)}`] = value;
  (theme === 'light' ? heatLight : heatDark).forEach((band, index) => {
    variables[`--cadre-heat-${index}`] = band.fill;
    variables[`--cadre-heat-${index}-text`] = band.text;
  });
  categories.forEach((entry, index) => {
    variables[`--cadre-category-${index}`] = entry[theme].stripe;
    variables[`--cadre-category-${index}-tint`] = entry[theme].tint;
  });
  return variables;
}
