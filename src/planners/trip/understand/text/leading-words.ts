import { ARRIVAL, DEPARTURE, RESIDENCE } from './rewording.ts';

/** Words that say what a place behind them is to a trip. */
const is = (pattern: RegExp) => (token: string | undefined) => token !== undefined && pattern.test(token);
export const isVia = is(/^via$/i);
export const isCrossing = is(/^(?:through|over|across|along|throughout|around|round|within|inside)$/i);
export const isFlownEnd = is(new RegExp(`^(?:${ARRIVAL}|${DEPARTURE}|${RESIDENCE})$`));
export const isSkip = is(
  /^(?:skip|skipping|avoid|avoiding|drop|remove|without|forget|omit|cancel|delete|exclude|excluding)$/i,
);
export const isVisit = is(
  /^(?:visit|visiting|see|seeing|tour|touring|explore|exploring|include|including|add|adding|insert)$/i,
);
export const isStart = is(
  /^(?:start|starting|starts|begin|beginning|begins|leave|leaving|depart|departing|departure|commence|commencing|originating|embarking|kicking|setting)$/i,
);
export const isEnd = is(
  /^(?:end|ending|ends|finish|finishing|finishes|arrive|arriving|concluding|conclude|last)$/i,
);
