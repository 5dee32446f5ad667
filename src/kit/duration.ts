/** Logged time is integer seconds; plans and capacity are integer minutes. */

const SECONDS_PER_HOUR = 3600;

/** One term of a typed duration, in seconds: `7.5`, `7,5`, `7:30`, `7h30`, `450m`, `9-12`. A bare number is hours. */
function term(text: string): number | undefined {
  let match = /^(\d{1,2})(?::(\d{2}))?-(\d{1,2})(?::(\d{2}))?$/.exec(text);
  if (match) {
    const start = Number(match[1]) * 60 + Number(match[2] ?? 0);
    const end = Number(match[3]) * 60 + Number(match[4] ?? 0);
    return end > start && end <= 1440 && Number(match[2] ?? 0) < 60 && Number(match[4] ?? 0) < 60
      ? (end - start) * 60
      : undefined;
  }
  match = /^(\d+):(\d{1,2})$/.exec(text);
  if (match) return Number(match[2]) < 60 ? Number(match[1]) * SECONDS_PER_HOUR + Number(match[2]) * 60 : undefined;
  match = /^(?:(\d+(?:[.,]\d+)?)h)?(?:(\d+)m?)?$/.exec(text);
  if (match && text.includes('h')) return wholeMinutes(number(match[1] ?? '0') * 60 + Number(match[2] ?? 0));
  match = /^(\d+(?:[.,]\d+)?)(?:m|min)$/.exec(text);
  if (match) return wholeMinutes(number(match[1] ?? ''));
  match = /^\d*[.,]?\d+$|^\d+[.,]?$/.exec(text);
  if (match) return wholeMinutes(number(text) * 60);
  return undefined;
}

const number = (text: string): number => Number(text.replace(',', '.'));
const wholeMinutes = (minutes: number): number => Math.round(minutes) * 60;

/**
 * Reads what a person types as a duration. Terms may be added (`4+3.5`) and taken off (`8-0.5` only with blanks around the
 * minus, since `9-12` is a span of the clock). Typed time lands on whole minutes.
 * @returns seconds, or undefined when it is no duration
 */
export function parseDuration(input: string): number | undefined {
  const text = input
    .trim()
    .toLowerCase()
    .replace(/\s*(h|m|min)\b/g, '$1')
    .replace(/(\d)h\s+(\d)/g, '$1h$2');
  if (text === '') return undefined;
  const terms = text.split(/\s*(\+|\s-\s)\s*/);
  let total = 0;
  for (let index = 0; index < terms.length; index += 2) {
    const value = term((terms[index] ?? '').trim());
    if (value === undefined) return undefined;
    total += index > 0 && terms[index - 1]?.includes('-') ? -value : value;
  }
  return total >= 0 ? total : undefined;
}

/** Hours with at most two decimals and no trailing zeros: `27000` → `"7.5"`. The decimal sign is the caller's. */
export function formatHours(seconds: number, decimalSign = '.'): string {
  const hundredths = Math.round((Math.abs(seconds) * 100) / SECONDS_PER_HOUR);
  const fraction = String(hundredths % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  const whole = String(Math.floor(hundredths / 100));
  return (seconds < 0 && hundredths > 0 ? '-' : '') + whole + (fraction ? decimalSign + fraction : '');
}
