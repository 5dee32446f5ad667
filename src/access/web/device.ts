/** Browsers by the sign that tells them apart, those first that also carry the signs of others. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const MOST = 60;

const named = (list: typeof BROWSERS, agent: string): string | undefined => list.find(([sign]) => sign.test(agent))?.[1];

/** What a browser says of itself, short enough to know one's own devices by: `Firefox, Windows`. Programs keep their name. */
export function deviceOf(agent: string): string {
  const parts = [named(BROWSERS, agent), named(SYSTEMS, agent)].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : agent.slice(0, MOST);
}
