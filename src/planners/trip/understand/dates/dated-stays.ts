import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import { readPlace, readPlaceBefore, tokensOf } from '../places/place-phrases.ts';
import type { WorkingText } from '../text/working-text.ts';

const DATE = '20\\d{2}-\\d{2}-\\d{2}';
const LEAD = '(?:\\b(?:from|on|between|starting|dates?)\\s+)*';
const DATES = new RegExp(
  `${LEAD}(?<start>${DATE})(?:\\s*(?:-|to|until|till|through|and)\\s*(?<end>${DATE}))?`,
  'giu',
);
const DAYS = /\bdays? (?<start>\d{1,3})(?:\s*(?:-|to|and|&)\s*(?:day )?(?<end>\d{1,3}))?(?=\s*[:,.)-]?\s)/giu;
const DAY_MS = 86_400_000;
const MAX_STAY_DAYS = 60;

/** A date, or a day of the trip, that stands beside a place. */
interface Mark {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number | undefined;
}

/** Words between a date and the place that it belongs to. */
const BEFORE_PLACE =
  /^[\s,:(|–-]*(?:(?:we |i )?(?:arrive|arriving|arrival|fly|flying|flight|train|drive|driving|bus|ferry|travel|go|head|move|transfer|check[- ]?in|stay|staying|visit|explore|overnight|land|on|then|and)\s+)*(?:(?:in|at|to|into|for|on|flown-into)\s+)?/iu;
const AFTER_PLACE = /[\s,:(|–-]*(?:\b(?:on|from|for|between|the)\s+)*$/iu;
const HOMEWARD =
  /^[\s,:(|–-]*(?:(?:we |i )?(?:fly|flying|flight|drive|train|go|head|return|travel)\s+)*(?:back|home|return|leave|depart)\b|\b(?:back|home|return(?:ing)?|leav(?:e|ing)|depart(?:ing|ure)?|until|till|ends?|finish)\b[\s,:]*(?:\b(?:on|by)\s+)*$/iu;

/**
 * "3-6 April Rome, 6-8 April Florence", "Jun 10 Oslo, Jun 13 Bergen, home Jun 18", "Day 1: Hanoi, day 4: Hue": if
 * consecutive places have dates, the dates give the stays.
 */
export function rewordDatedStays(text: WorkingText, places: PlaceKnowledge): void {
  rewordMarks(text, places, marksIn(text.text, DATES, dayNumber), 'nights');
  rewordMarks(text, places, marksIn(text.text, DAYS, Number), 'days');
}

function marksIn(text: string, pattern: RegExp, numberOf: (written: string) => number): Mark[] {
  return [...text.matchAll(pattern)].map(({ 0: matched, index, groups = {} }) => ({
    from: index,
    to: index + matched.length,
    start: numberOf(groups.start ?? ''),
    end: groups.end === undefined ? undefined : numberOf(groups.end),
  }));
}

function dayNumber(date: string): number {
  return Math.round(Date.parse(date) / DAY_MS);
}

type Unit = 'nights' | 'days';

function rewordMarks(text: WorkingText, places: PlaceKnowledge, marks: readonly Mark[], unit: Unit): void {
  const [first] = marks;
  const last = marks.at(-1);
  if (first === undefined || last === undefined || marks.length < 2) return;
  const isAscending = marks.every(
    ({ start, end }, at) =>
      (end ?? start) >= start && start >= (marks[at - 1]?.end ?? marks[at - 1]?.start ?? start),
  );
  if (!isAscending || !isUsable(marks, unit)) return;
  const original = text.text;
  const parts = marks.map((mark, at) => ({
    mark,
    before: original.slice(marks[at - 1]?.to ?? 0, mark.from),
    after: original.slice(mark.to, marks[at + 1]?.from ?? original.length),
  }));
  const isAfter = (part: (typeof parts)[number]) => isPlaceAfter(part.after, places);
  const isBefore = (part: (typeof parts)[number]) => isPlaceBefore(part.before, places);
  const isLastHome = isHomeward(parts.at(-1));
  const stays = isLastHome ? parts.slice(0, -1) : parts;
  const isDateFirst = stays.every(isAfter);
  if (stays.length < 2 - Number(isLastHome) || !(isDateFirst || (unit === 'nights' && stays.every(isBefore))))
    return;
  let [rest, at] = ['', 0];
  const means = new Set<string>();
  for (const [index, { mark }] of parts.entries()) {
    const length = lengthAt(marks, index, unit);
    const isStay = index < stays.length && length !== undefined && length > 0 && length <= MAX_STAY_DAYS;
    const words = isStay ? `${length} ${length === 1 ? unit.slice(0, -1) : unit}` : '';
    rest += original.slice(at, mark.from);
    rest += isDateFirst ? (isStay ? `, ${words} in ` : ' , ') : ` ${words} `;
    const led = isDateFirst && isStay ? BEFORE_PLACE.exec(original.slice(mark.to)) : null;
    at = mark.to + (led?.[0].length ?? 0);
    for (const [word] of (led?.[0] ?? '').matchAll(/\b(?:train|bus|ferry|driv\w+|flight|fly)\b/giu))
      means.add(word);
  }
  const span =
    unit === 'days'
      ? `${last.end ?? last.start} days in total`
      : `from ${isoOf(first.start)} to ${isoOf(last.end ?? last.start)}`;
  const isOpen = unit === 'nights' && !isLastHome && last.end === undefined;
  const by = [...means].map((each) => ` | ${each}`).join('');
  text.rewrite(`${rest}${original.slice(at)}${by} | ${isOpen ? `on ${isoOf(first.start)}` : span} `);
}

/** Dates are those of stays where two spans, or three dates, follow each other; days of the trip begin with the first. */
function isUsable(marks: readonly Mark[], unit: Unit): boolean {
  if (unit === 'days') return marks[0]?.start === 1;
  const spans = marks.filter(({ end }) => end !== undefined);
  if (spans.length === marks.length) return true;
  return spans.length === 0 && marks.length > 2;
}

function lengthAt(marks: readonly Mark[], at: number, unit: Unit): number | undefined {
  const [mark, next] = [marks[at], marks[at + 1]];
  if (mark === undefined) return undefined;
  if (mark.end !== undefined) return mark.end - mark.start + (unit === 'days' ? 1 : 0);
  if (next !== undefined) return next.start - mark.start;
  return unit === 'days' ? 1 : undefined;
}

function isHomeward(part: { readonly before: string; readonly after: string } | undefined): boolean {
  if (part === undefined) return false;
  return HOMEWARD.test(part.after) || HOMEWARD.test(part.before.slice(-30));
}

function isPlaceAfter(text: string, places: PlaceKnowledge): boolean {
  const tokens = tokensOf(text.replace(BEFORE_PLACE, ''));
  return readPlace({ tokens, places }, 0)?.isKnown === true;
}

function isPlaceBefore(text: string, places: PlaceKnowledge): boolean {
  const tokens = tokensOf(text.replace(AFTER_PLACE, ''));
  return readPlaceBefore({ tokens, places }, tokens.length) !== undefined;
}

function isoOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
