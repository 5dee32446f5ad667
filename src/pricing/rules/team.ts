import { type Day, addDays, addMonths, daysBetween, eachDay, monthOf, weekday } from '../../kit/day.ts';

/** Days that somebody works on, both included, and how much on each: a booking, or a demand where nobody is named. */
export interface TeamPlace {
  first_day: Day;
  last_day: Day;
  minutes_per_day: number;
  /** How many people: hours that one could not do are those of several. */
  people: number;
}

interface Period {
  from: Day;
  to: Day;
}

/** A day of one person. */
const FULL = 480;
const FRIDAY = 5;
const MOST_PEOPLE = 50;

const workingDays = ({ from, to }: Period): Day[] => eachDay(from, to).filter((day) => weekday(day) <= FRIDAY);

/** Minutes over the working days of a period, from the first of them to the last, by as few people as can do it. */
function placeIn(period: Period, minutes: number): TeamPlace | undefined {
  const days = workingDays(period);
  const [first_day, last_day] = [days[0], days.at(-1)];
  if (!first_day || !last_day || minutes <= 0) return undefined;
  const people = Math.min(MOST_PEOPLE, Math.max(1, Math.ceil(minutes / (days.length * FULL))));
  const minutes_per_day = Math.min(1440, Math.max(1, Math.round(minutes / (days.length * people))));
  return { first_day, last_day, minutes_per_day, people };
}

/**
 * When a line of a pricing works: priced by months, in these, months that ask for as much a day together; priced by phases, over
 * the whole period that is named. Working days are Monday to Friday: whose holidays they are is not known yet.
 * @param columns first days of the months; names of phases are not read
 */
export function teamPlaces(
  unit: 'phase' | 'month',
  columns: readonly string[],
  minutes: readonly number[],
  period: Period | undefined,
): TeamPlace[] {
  if (unit === 'phase') {
    const place =
      period &&
      placeIn(
        period,
        minutes.reduce((sum, each) => sum + each, 0),
      );
    return place ? [place] : [];
  }
  const places: TeamPlace[] = [];
  for (const [index, column] of columns.entries()) {
    const month = monthOf(column);
    const place = placeIn({ from: month, to: addDays(addMonths(month, 1), -1) }, minutes[index] ?? 0);
    const last = places.at(-1);
    if (!place) continue;
    const follows = last && daysBetween(last.last_day, place.first_day) <= 3;
    if (follows && last.people === place.people && last.minutes_per_day === place.minutes_per_day) last.last_day = place.last_day;
    else places.push(place);
  }
  return places;
}
