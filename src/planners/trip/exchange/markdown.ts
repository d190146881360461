import { dateText } from '../itinerary/date-text.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import type { DayRate } from '../requirements/constraints.ts';
import { ratesText } from '../requirements/day-rates.ts';
import type { Roads } from '../routes/roads.ts';
import { activityText, outlineDays, travelText, tripTitle } from './trip-outline.ts';

/** Options of a trip as text. */
export interface TextOptions {
  /** Roads for distances, instead of the great circle. */
  readonly roads?: Roads | undefined;
  /** The requested number of things a day. */
  readonly perDay?: readonly DayRate[] | undefined;
}

/** The trip as Markdown: a heading for each day, a line for each activity. */
export function toMarkdown(itinerary: Itinerary, { roads, perDay = [] }: TextOptions = {}): string {
  const days = outlineDays(itinerary, roads).flatMap(({ day, title, km, by }) => [
    '',
    `## Day ${day.number}${day.date ? `, ${escaped(dateText(day.date))}` : ''}: ${escaped(title)}`,
    '',
    ...withBreak(travelText({ km, by })),
    ...(day.activities.length === 0
      ? [day.travelOnly ? 'A day for travelling.' : 'Nothing planned.']
      : day.activities.map((activity) => `- ${escaped(activityText(activity))}`)),
  ]);
  const rates = perDay.length === 0 ? [] : ['', escaped(ratesText(perDay))];
  return `${[`# ${escaped(tripTitle(itinerary))}`, ...rates, ...days].join('\n')}\n`;
}

function withBreak(line: string): readonly string[] {
  return line === '' ? [] : [line, ''];
}

/** Text with Markdown characters escaped, including those that would start a list. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]<>#|&~]/g, (sign) => `\\${sign}`)
    .replaceAll(/\s+/g, ' ')
    .replace(/^ ?(?:[-+=]|\d{1,9}(?=[.)]))/, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark.trim()}`));
}
