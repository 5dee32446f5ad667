import type { Day } from '../../kit/day.ts';

export interface PublicHoliday {
  country: string;
  region: string | null;
  day: Day;
  name: string;
}

/**
 * Public holidays of a country from the maintained library: the nationwide ones, and for each region those that it has
 * beside them. Loaded when needed, since the library's data is large.
 */
export async function publicHolidays(country: string, years: readonly number[]): Promise<PublicHoliday[]> {
  const { default: Holidays } = await import('date-holidays');
  const days = (region: string | null): PublicHoliday[] => {
    const calendar = region ? new Holidays(country, region, { languages: 'en' }) : new Holidays(country, { languages: 'en' });
    const all = years.flatMap((year) => calendar.getHolidays(year)).filter((holiday) => holiday.type === 'public');
    const byDay = new Map(all.map((holiday) => [holiday.date.slice(0, 10), holiday.name]));
    return [...byDay].map(([day, name]) => ({ country, region, day, name }));
  };
  const nationwide = days(null);
  const common = new Set(nationwide.map((holiday) => holiday.day));
  const regions = Object.keys(new Holidays().getStates(country) ?? {});
  return [...nationwide, ...regions.flatMap((region) => days(region).filter((holiday) => !common.has(holiday.day)))];
}
