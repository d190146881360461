import { dateText } from '../itinerary/date-text.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { ratesText } from '../requirements/day-rates.ts';
import type { TextOptions } from './markdown.ts';
import { activityText, escapeXml, outlineDays, travelText, tripTitle } from './trip-outline.ts';

/** The trip as a page to print, or to save as PDF from the browser. It loads nothing else. */
export function toPage(itinerary: Itinerary, { roads, perDay = [] }: TextOptions = {}): string {
  const title = escapeXml(tripTitle(itinerary));
  const days = outlineDays(itinerary, roads).map(({ day, title: what, km, by }) => {
    const date = day.date
      ? `<time datetime="${escapeXml(day.date)}">${escapeXml(dateText(day.date))}</time>`
      : '';
    const travel = travelText({ km, by });
    const drive = travel === '' ? '' : `<p>${travel}</p>`;
    const items = day.activities.map((activity) => `<li>${escapeXml(activityText(activity))}</li>`).join('');
    const list =
      items === ''
        ? `<p>${day.travelOnly ? 'A day for travelling.' : 'Nothing planned.'}</p>`
        : `<ul>${items}</ul>`;
    return `<section><h2>Day ${day.number}: ${escapeXml(what)}</h2>${date}${drive}${list}</section>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; margin-bottom: 0.2rem; }
time, p { color: #555; margin: 0; } section { break-inside: avoid; margin-top: 1.4rem; }
@media print { body { margin: 0; max-width: none; } }
</style>
</head>
<body>
<h1>${title}</h1>${perDay.length === 0 ? '' : `\n<p>${escapeXml(ratesText(perDay))}</p>`}
${days.join('\n')}
</body>
</html>
`;
}
