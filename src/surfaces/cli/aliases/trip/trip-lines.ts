import {
  activityText,
  outlineDays,
  shortTravel,
  tripTitle,
} from '../../../../planners/trip/exchange/trip-outline.ts';
import type { Itinerary } from '../../../../planners/trip/itinerary/itinerary.ts';
import type { Advisory, PlannerAction, PlannerIssue } from '../../../../planners/trip/planner-state.ts';
import type { Roads } from '../../../../planners/trip/routes/roads.ts';
import { renderAction } from '../../../../planners/trip/turn/chat.ts';
import type { Span } from '../../terminal/output.ts';

/** A line for the terminal. */
export type Line = string | readonly Span[];

/** A trip, day by day. */
export function tripLines(itinerary: Itinerary, roads?: Roads): Line[] {
  const days = outlineDays(itinerary, roads).flatMap(({ day, title, km, by }): Line[] => [
    [
      { text: `Day ${day.number}`, style: 'bold' },
      { text: `  ${title}` },
      {
        text: [day.date, shortTravel({ km, by })]
          .filter(Boolean)
          .map((part) => `  ${part}`)
          .join(''),
        style: 'dim',
      },
    ],
    ...day.activities.map((activity) => `       - ${activityText(activity)}`),
  ]);
  return [[{ text: tripTitle(itinerary), style: 'bold' }], ...days];
}

/** An action with its numbered options. */
export function actionLines(action: PlannerAction): Line[] {
  const { text, options } = renderAction(action);
  return [text, ...options.map(({ label }, at) => `  ${at + 1}. ${label}`)];
}

export function issueLine({ severity, description, id }: PlannerIssue): Line {
  return [
    { text: severity === 'FATAL' ? 'fatal  ' : 'local  ', style: severity === 'FATAL' ? 'red' : 'yellow' },
    { text: description },
    { text: `  ${id}`, style: 'dim' },
  ];
}

export function advisoryLine({ description }: Advisory): Line {
  return [{ text: 'note   ', style: 'dim' }, { text: description }];
}
