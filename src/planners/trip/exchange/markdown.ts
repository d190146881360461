import { dateText } from '../itinerary/date-text.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import type { Roads } from '../routes/roads.ts';
import { activityText, outlineDays, travelText, tripTitle } from './trip-outline.ts';

/** The trip as Markdown: a heading for each day, a line for each activity. */
export function toMarkdown(itinerary: Itinerary, roads?: Roads): string {
  const days = outlineDays(itinerary, roads).flatMap(({ day, title, km, by }) => [
    '',
    `## Day ${day.number}${day.date ? `, ${escaped(dateText(day.date))}` : ''}: ${escaped(title)}`,
    '',
    ...withBreak(travelText({ km, by })),
    ...(day.activities.length === 0
      ? [day.travelOnly ? 'A day for travelling.' : 'Nothing planned.']
      : day.activities.map((activity) => `- ${escaped(activityText(activity))}`)),
  ]);
  return `${[`# ${escaped(tripTitle(itinerary))}`, ...days].join('\n')}\n`;
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
