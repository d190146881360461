import type { Itinerary } from '../../itinerary/itinerary.ts';
import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import type { RecentEdit } from '../../planner-state.ts';
import { isLeftForLater } from '../sort-questions.ts';
import { takeDayTrips } from './day-trips.ts';
import type { WordRole } from './edit-words.ts';
import { markMessage } from './mark-message.ts';
import type { MarkedPlace } from './marks.ts';
import { inPlainWords } from './paraphrases.ts';
import { placesIn, type ReadSentence, readKnown, readSentence } from './read-sentence.ts';
import { type Contents, contentsOf, type Segment, sentencesOf, without } from './segments.ts';
import { settledEdits } from './settle-edits.ts';
import { orderOf } from './stop-order.ts';
import type { TripEdit } from './trip-edit.ts';
import { TripStops } from './trip-stops.ts';

/** The edits that the clauses of a message ask for, and the rest of the message. */
export interface ReadClauses {
  readonly edits: readonly TripEdit[];
  /** Whether the whole trip is to go the other way round. */
  readonly isReversed: boolean;
  /** Where the trip starts from now on. */
  readonly origin: string | undefined;
  readonly rest: string;
  /** Names that were read as others, in whole sentences. */
  readonly assumed: readonly string[];
  /** Unknown words after a reading. */
  readonly missed: readonly string[];
  /** What to ask where something is to be done, and nothing says to which place. */
  readonly ask: string | undefined;
}

/** What clauses are read with. */
export interface ClauseContext {
  readonly itinerary: Itinerary;
  readonly places: PlaceKnowledge;
  /** What was changed last: what "there" and "I meant" are about where nothing else was named. */
  readonly recent: readonly RecentEdit[];
}

/**
 * Reads the clauses of a message that change stops: each has one thing to do and the places that it does it to. A sentence in
 * which a place stands beside words that nobody knows is left as it is.
 */
export function readClauses(said: string, context: ClauseContext): ReadClauses {
  const { edits, rest: text } = takeDayTrips(said, context);
  const read = readOthers(text, context);
  return edits.length === 0 ? read : { ...read, edits: [...edits, ...read.edits] };
}

function readOthers(text: string, context: ClauseContext): ReadClauses {
  const stops = new TripStops(context.itinerary);
  const plain = inPlainWords(text, stops);
  const read = readPlain(plain, stops, context);
  // What is not read in plainer words stays as it was written.
  return plain === text || read.edits.length > 0 ? read : readPlain(text, stops, context);
}

function readPlain(text: string, stops: TripStops, context: ClauseContext): ReadClauses {
  const marks = markMessage(
    text.replaceAll(/->|=>|=/g, (arrow) => (arrow === '=' ? '=' : ' →')),
    { stops, places: context.places },
  );
  const edits: TripEdit[] = [];
  const read: { from: number; to: number }[] = [];
  let recent = context.recent.findLast(({ type }) => type !== 'remove')?.place;
  const missed: string[] = [];
  let ask: string | undefined;
  let about: string | undefined;
  let isReversed = false;
  let origin: string | undefined;
  for (const all of sentencesOf(marks)) {
    const turned = all.filter((segment) => isTurn(segment, all, stops));
    if (turned.length > 0) isReversed = true;
    read.push(...turned);
    const sentence = all.filter((segment) => !turned.includes(segment));
    if (sentence.length === 0) continue;
    if (isQuestion(text, sentence)) {
      recent = placesIn(sentence.flatMap((segment) => segment.marks)).at(-1)?.name ?? recent;
      continue;
    }
    const setting = { stops, recent, about, changed: context.recent, done: edits };
    const found =
      correctedPlace(sentence, context.recent) ??
      readOrder(sentence, stops) ??
      readSentence(text, sentence, setting) ??
      readKnown(text, sentence, setting);
    if (found === undefined) {
      const marks = sentence.flatMap((segment) => segment.marks);
      const contents = contentsOf(marks);
      const [start, end] = [sentence[0], sentence.at(-1)];
      // "add it, but 4 nights": nobody knows what, and so many nights are not the trip's.
      const isOfWhat = start && end && ADDS_IT.test(text.slice(start.from, end.to)) && contents.places === 0;
      if (isOfWhat) read.push({ from: start.from, to: end.to });
      ask ??= openQuestion(isOfWhat ? { ...contents, lengths: 0 } : contents);
      const [place, ...others] = placesIn(marks);
      about = place?.isStop && others.length === 0 ? place.name : undefined;
      recent = placesIn(marks).at(-1)?.name ?? recent;
      continue;
    }
    edits.push(...found.edits);
    origin = found.origin ?? origin;
    read.push(...found.read);
    missed.push(...found.missed);
    recent = found.recent;
  }
  const assumed = marks.flatMap((mark) =>
    mark.type === 'place' && mark.written !== undefined && isWithin(mark, read)
      ? [`"${mark.written}" was read as ${mark.name}.`]
      : [],
  );
  return {
    edits: settledEdits(edits, stops),
    isReversed,
    origin,
    rest: read.length > 0 ? without(text, read) : text,
    assumed,
    missed,
    ask,
  };
}

const ADDS_IT = /\badd (?:it|that|this|them)(?: back| again)?\b/i;

/** "the other way round", and "starting in Nice" where that follows from it. */
function isTurn({ marks }: Segment, sentence: readonly Segment[], stops: TripStops): boolean {
  const { roles, unknown, places, lengths, positions } = contentsOf(marks);
  if (unknown + lengths > 0) return false;
  if (places + positions === 0) return roles.has('reverse');
  const isTurned = sentence.some((other) => contentsOf(other.marks).roles.has('reverse'));
  const [place] = placesIn(marks);
  const isAt = (end: 'start' | 'end') =>
    roles.has(end) || marks.some((mark) => mark.type === 'position' && mark.position.at === end);
  const ends = [...(isAt('start') ? [-1] : []), ...(isAt('end') ? [0] : [])];
  return isTurned && places === 1 && ends.some((end) => stops.nth(end) === place?.name);
}

const QUESTION =
  /^(?:(?:so|and|but|hm+|ok(?:ay)?|wait|also|und|et|y|¿)[\s,]+)*(?:¿\s*)?(?:how (?!about\b)|what(?! about\b)|which|when|where|why(?! don'?t we\b)|who|whose|is|are|am i|was|were|does|did|would you (?!please|mind|kindly)|has|have (?:we|you)|do (?:we|you|i|they)|should (?:we|i)|any|wie|was|wann|wo|warum|wieso|welche[rsn]?|wer|ist|sind|lohnt|gibt|combien|quel(?:le)?s?|quand|où|pourquoi|qui|comment|est-ce (?:que|loin|bien)|y a-t-il|faut-il|vaut|cu[aá]nt[oa]s?|qu[eé] (?!sean?\b)|cu[aá]ndo|d[oó]nde|por qu[eé]|hay|c[oó]mo|vale la pena|es|est[aá])(?<=[\s-]|(?!\p{L}))/iu;

/** Whether a sentence asks something and not for something, or asks for nothing yet. */
function isQuestion(text: string, sentence: readonly Segment[]): boolean {
  const [first, last] = [sentence[0], sentence.at(-1)];
  if (!first || !last) return false;
  return QUESTION.test(text.slice(first.from)) || isLeftForLater(text.slice(first.from, last.to));
}

/** "No, I meant Budva": the last edit was about another place. */
function correctedPlace(
  sentence: readonly Segment[],
  recent: readonly RecentEdit[],
): ReadSentence | undefined {
  const marks = sentence.flatMap((segment) => segment.marks);
  const [place, ...others] = placesIn(marks);
  const [last, ...more] = recent;
  const { unknown, lengths, roles } = contentsOf(marks);
  const isClear = unknown === 0 && lengths === 0 && others.length === 0 && more.length === 0;
  if (!roles.has('meant') || !isClear || place === undefined || last === undefined) return undefined;
  const edits = correction(last, place);
  const [first, end] = [marks[0], marks.at(-1)];
  if (edits === undefined || !first || !end) return undefined;
  return { edits, read: [{ from: first.from, to: end.to }], missed: [], recent: place.name };
}

function readOrder(sentence: readonly Segment[], stops: TripStops): ReadSentence | undefined {
  const edits = orderOf(
    sentence.flatMap((segment) => [...segment.marks, ...segment.joint]),
    stops,
  );
  const [first, end] = [sentence[0], sentence.at(-1)];
  if (edits === undefined || !first || !end) return undefined;
  return { edits, read: [{ from: first.from, to: end.to }], missed: [], recent: undefined };
}

function correction(last: RecentEdit, place: MarkedPlace): TripEdit[] | undefined {
  if (last.type === 'remove' && place.isStop)
    return [
      { type: 'remove', place: place.name },
      { type: 'add', place: last.place },
    ];
  if ((last.type === 'add' || last.type === 'replace') && !place.isStop)
    return [{ type: 'replace', place: last.place, by: place.name }];
  return undefined;
}

const OPEN_QUESTIONS: readonly (readonly [WordRole, string])[] = [
  ['remove', 'Which stop should I leave out?'],
  ['add', 'Which place should I add?'],
  ['longer', 'Where do you want to stay longer?'],
  ['shorter', 'Which stay should be shorter?'],
  ['swap', 'Which two stops should change places?'],
  ['move', 'Which stop should I move, and where to?'],
];

/** What to ask where a sentence has something to do and no place to do it to. */
function openQuestion({ places, lengths, roles }: Contents): string | undefined {
  if (places > 0 || lengths > 0) return undefined;
  return OPEN_QUESTIONS.find(([role]) => roles.has(role))?.[1];
}

function isWithin({ from }: { from: number }, parts: readonly { from: number; to: number }[]): boolean {
  return parts.some((part) => part.from <= from && from < part.to);
}
