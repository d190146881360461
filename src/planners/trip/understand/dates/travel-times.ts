import type { TripConstraints } from '../../requirements/constraints.ts';
import type { WorkingText } from '../text/working-text.ts';

/** The times of arrival on the first day and departure on the last, as read from a text. */
export type TravelTimesReading = Pick<TripConstraints, 'arrival' | 'departure'>;

const TIME =
  "(?<hour>\\d{1,2})(?:[:.h](?<minute>\\d{2}))?\\s*(?<half>am|pm|a\\.m\\.|p\\.m\\.|o'?clock|h\\b|uhr)?";
const DAY_PART = '(?<part>(?:late |early )?(?:in the )?(?:morning|noon|afternoon|evening|at night|night))';
const AT = `(?:(?:at|around|by|only at|not before|after|about|before)\\s+)*(?:${TIME}|${DAY_PART})`;
const ARRIVE =
  "(?:(?:we|i)(?:'ll| will| only)* )?(?:arriv(?:e|ing|al)|land(?:ing|s)?|get (?:in|there)|come in|my flight (?:lands|arrives))";
const LEAVE =
  "(?:(?:we|i)(?:'ll| will| have to| must)* )?(?:depart(?:ing|ure)?|leav(?:e|ing)|fly(?:ing)? (?:out|home|back)|flight (?:home|back|leaves)|(?:our |my |the )?flight (?:home |back )?(?:is|leaves|goes))";

const PARTS: Readonly<Record<string, string>> = {
  morning: '09:00',
  noon: '12:00',
  afternoon: '15:00',
  evening: '19:00',
  night: '22:00',
};

/** Takes the hours of arriving and leaving out of a text. Dates and places around them stay. */
export function takeTimes(text: WorkingText): TravelTimesReading {
  const arrival = takeTime(text, ARRIVE);
  const departure = takeTime(text, LEAVE);
  return {
    ...(arrival !== undefined && { arrival: { time: arrival } }),
    ...(departure !== undefined && { departure: { time: departure } }),
  };
}

function takeTime(text: WorkingText, verb: string): string | undefined {
  let time: string | undefined;
  const clause = new RegExp(
    `(?<lead>\\b${verb}\\b[^,.;|!?]{0,45}?)\\s+${AT}(?=\\s*(?:[,.;|!?)]|$|on\\b|in\\b|at\\b|and\\b|so\\b))`,
    'i',
  );
  text.find(clause, ({ groups = {}, 0: matched, index }) => {
    time = timeOf(groups);
    // The date and the place before it stay.
    if (time !== undefined) text.cut(index + (groups.lead ?? '').length, index + matched.length);
  });
  return time;
}

function timeOf({
  hour,
  minute = '00',
  half = '',
  part,
}: Readonly<Record<string, string | undefined>>): string | undefined {
  if (part !== undefined) {
    const word = Object.keys(PARTS).find((each) => part.toLowerCase().includes(each));
    return word === undefined ? undefined : PARTS[word];
  }
  // A bare number may be a day, a count or an hour: only the notation of an hour makes it one.
  if (hour === undefined || (half === '' && minute === '00')) return undefined;
  const clock = Number(hour) % (/[ap]/i.test(half) ? 12 : 24);
  const hours = clock + (/^p/i.test(half) ? 12 : 0);
  return hours < 24 && Number(minute) < 60 ? `${String(hours).padStart(2, '0')}:${minute}` : undefined;
}
