import type { Itinerary } from '../../itinerary/itinerary.ts';
import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import type { RecentEdit } from '../../planner-state.ts';
import { GOES_HOME, isReason, isTakenBack } from './asides.ts';
import { type Clause, editsOfClause } from './clause-edits.ts';
import type { WordRole } from './edit-words.ts';
import { insteadOfLast, insteadOfRemarked, isBareInstead } from './instead.ts';
import { markMessage } from './mark-message.ts';
import type { MarkedPlace, PlacedMark } from './marks.ts';
import { type Contents, contentsOf, type Segment, sentencesOf, verbOf, without } from './segments.ts';
import { settledEdits } from './settle-edits.ts';
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
export function readClauses(text: string, context: ClauseContext): ReadClauses {
  const stops = new TripStops(context.itinerary);
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
    const found =
      corrected(sentence, context.recent) ??
      readSentence(text, sentence, { stops, recent, about, changed: context.recent });
    if (found === undefined) {
      const marks = sentence.flatMap((segment) => segment.marks);
      ask ??= openQuestion(contentsOf(marks));
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

/** Whether a sentence asks something, and not for something. */
function isQuestion(text: string, sentence: readonly Segment[]): boolean {
  const [first] = sentence;
  return first !== undefined && QUESTION.test(text.slice(first.from));
}

/** "No, I meant Budva": the last edit was about another place. */
function corrected(sentence: readonly Segment[], recent: readonly RecentEdit[]): ReadSentence | undefined {
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

interface ReadSentence {
  readonly edits: TripEdit[];
  readonly origin?: string | undefined;
  readonly read: { readonly from: number; readonly to: number }[];
  readonly missed: readonly string[];
  readonly recent: string | undefined;
}

interface SentenceContext {
  readonly stops: TripStops;
  readonly recent: string | undefined;
  /** The stop that the sentence before was about, and asked nothing for. */
  readonly about: string | undefined;
  /** What the message before changed. */
  readonly changed: readonly RecentEdit[];
}

interface Draft {
  readonly marks: PlacedMark[];
  verb: WordRole | undefined;
  readonly from: number;
  to: number;
}

function readSentence(
  text: string,
  sentence: readonly Segment[],
  { stops, recent: before, about, changed }: SentenceContext,
): ReadSentence | undefined {
  const clauses: Draft[] = [];
  const asides: Segment[] = [];
  const missed: string[] = [];
  let remarked: string | undefined;
  let origin: string | undefined;
  for (const segment of sentence) {
    const contents = contentsOf(segment.marks);
    const { places, lengths, positions, unknown, roles, means } = contents;
    const verb = verbOf(contents);
    const last = clauses.at(-1);
    const words = text.slice(segment.from, segment.to);
    // "drop Dresden, no, rather Prague"
    if (last && isTakenBack(contents) && goesOnWithPlace(sentence, segment)) {
      clauses.pop();
      asides.push({ ...segment, from: last.from });
      continue;
    }
    // "the rest can stay as it is"
    if (roles.has('rest') && places + lengths + positions + means === 0) {
      asides.push(segment);
      continue;
    }
    if ((segment.isReason && unknown * lengths > 0) || (clauses.length > 0 && GOES_HOME.test(words))) {
      asides.push(segment);
      continue;
    }
    if (verb === 'start' && places > 0) {
      const isPlain = !roles.has('neg') && !roles.has('insteadOf');
      if (places > 1 || unknown + lengths + positions + means > 0 || !isPlain) return undefined;
      origin = placesIn(segment.marks)[0]?.name;
      asides.push(segment);
    }
    if (verb === 'start') continue;
    if (unknown > 0 && !isTail(segment.marks)) {
      const isRemark = places === 1 && lengths + positions + means === 0 && verb === undefined;
      if (isRemark) {
        remarked = placesIn(segment.marks)[0]?.name;
        asides.push(segment);
        continue;
      }
      if (places > 0 || positions > 0) return undefined;
      if (lengths > 0 && !roles.has('total') && !roles.has('it')) return undefined;
      if (clauses.length > 0 && isReason(words)) asides.push(segment);
      continue;
    }
    if (unknown > 0) {
      const first = segment.marks.find(({ type }) => type === 'word');
      const tail = text.slice(first?.from ?? segment.from, segment.to);
      if (!isReason(tail)) missed.push(tail);
    }
    // "make it 10 days" is about the trip.
    if (places === 0 && lengths > 0 && (roles.has('it') || roles.has('total')) && !isStayOf(segment, stops))
      continue;
    // "drop Rome and one day less", "…, so 6 days"
    const isOfTrip = last?.verb === 'remove' || sentence[sentence.indexOf(segment) - 1]?.isReason;
    if (places === 0 && lengths > 0 && last && isOfTrip && !pointsAt(segment.marks)) continue;
    if (places + lengths + positions + means === 0 && verb === undefined && !isVague(contents)) {
      if (last) last.to = segment.to;
      else asides.push(segment);
      continue;
    }
    // "not Arles, I meant Nîmes"
    const isMeant = verb === 'meant' && last && contentsOf(last.marks).roles.has('neg');
    if (last && means === 0 && (goesOn(contents, verb) || isMeant)) {
      last.marks.push({ type: 'role', role: 'and', from: segment.from, to: segment.from }, ...segment.marks);
      last.to = segment.to;
      continue;
    }
    const inherited = verb ?? inheritedVerb(contents, last?.verb);
    clauses.push({ marks: [...segment.marks], verb: inherited, from: segment.from, to: segment.to });
  }
  // "Lyon was dull, one night is enough"
  const [first] = clauses;
  if (remarked !== undefined && first && isOnlyLength(first.marks))
    first.marks.push({ type: 'role', role: 'there', from: first.to, to: first.to });
  // "Hallstatt is crowded, leave it out": a statement about a place matters only if a later clause refers to it.
  if (remarked !== undefined && !clauses.some(({ marks }) => pointsAt(marks))) return undefined;
  let recent = remarked ?? before;
  const edits: TripEdit[] = [];
  const read: { from: number; to: number }[] = asides.map(({ from, to }) => ({ from, to }));
  for (const { marks, verb, from, to } of clauses) {
    const clause: Clause = { marks, verb, recent, stops };
    const found =
      verb === 'restore' ? broughtBack(changed) : (editsOfClause(clause) ?? insteadOfGone(edits, marks));
    if (found === undefined) {
      if (marks.some(({ type }) => type === 'place')) return undefined;
      continue;
    }
    const joined = insteadOfLast(edits, found, marks) ?? insteadOfRemarked(about, found, marks);
    // "go to Seattle instead": where nothing goes, it is the end of the trip that becomes another.
    if (joined === undefined && isBareInstead(found, marks) && edits.at(-1)?.type !== 'remove')
      return undefined;
    edits.push(...(joined ?? found));
    read.push({ from, to });
    recent = placesIn(marks).at(-1)?.name ?? recent;
  }
  return edits.length > 0 || origin !== undefined ? { edits, origin, read, missed, recent } : undefined;
}

function goesOnWithPlace(sentence: readonly Segment[], segment: Segment): boolean {
  return sentence.slice(sentence.indexOf(segment) + 1).some(({ marks }) => placesIn(marks).length > 0);
}

/** "replace Lyon with Dijon and Nice with Menton": the second clause has no verb of its own. */
function inheritedVerb({ roles, positions }: Contents, verb: WordRole | undefined): WordRole | undefined {
  const isPair = (roles.has('joint') || roles.has('by')) && (verb === 'replace' || verb === 'swap');
  return isPair || (positions > 0 && (verb === 'add' || verb === 'move')) ? verb : undefined;
}

function placesIn(marks: readonly PlacedMark[]): MarkedPlace[] {
  return marks.flatMap((mark) => (mark.type === 'place' ? [mark] : []));
}

/** "put it back": the stop that was removed last. */
function broughtBack(changed: readonly RecentEdit[]): TripEdit[] | undefined {
  const gone = changed.filter(({ type }) => type === 'remove');
  return gone.length === 0 ? undefined : gone.map(({ place }) => ({ type: 'add', place }));
}

/** "drop Hamburg and use the time for Malmö". */
function insteadOfGone(edits: TripEdit[], marks: readonly PlacedMark[]): TripEdit[] | undefined {
  const [place, ...more] = placesIn(marks);
  const last = edits.at(-1);
  const isTime = contentsOf(marks).roles.has('longer');
  if (!isTime || last?.type !== 'remove' || place === undefined || place.isStop || more.length > 0)
    return undefined;
  edits.pop();
  return [{ type: 'replace', place: last.place, by: place.name }];
}

function isOnlyLength(marks: readonly PlacedMark[]): boolean {
  const { places, lengths, roles } = contentsOf(marks);
  return places === 0 && lengths === 1 && !roles.has('total');
}

/** Whether a clause points at a place that it does not name. */
function pointsAt(marks: readonly PlacedMark[]): boolean {
  const isPointing = marks.some(
    (mark) => mark.type === 'role' && (mark.role === 'there' || mark.role === 'it'),
  );
  return isPointing && placesIn(marks).length === 0;
}

/** Words that nobody knows behind everything that counts, after a word that joins them: "… for my sister". */
function isTail(marks: readonly PlacedMark[]): boolean {
  const last = marks.findLastIndex(
    ({ type }) => type === 'place' || type === 'length' || type === 'position',
  );
  const tail = marks.slice(last + 1);
  const isJoined = tail[0]?.type === 'role';
  return (
    last >= 0 &&
    isJoined &&
    marks.slice(0, last).every(({ type }) => type !== 'word') &&
    tail.every((mark) => mark.type !== 'word' || !CHANGES_MEANING.test(mark.text))
  );
}

/** Words that begin another request after what precedes them. */
const CHANGES_MEANING =
  /\d|^(?:if|unless|except|day|lunch|dinner|breakfast|hours?|afternoon|morning|evening|airport|museums?|station|wenn|falls|mittag|sauf|salvo|si)$/i;

function isVague({ roles }: Contents): boolean {
  return roles.has('longer') || roles.has('shorter');
}

/** "make that two nights": so few nights are a stay's, and not the trip's. */
function isStayOf({ marks }: Segment, { days }: TripStops): boolean {
  return marks.some(
    (mark) => mark.type === 'length' && mark.length.unit === 'night' && mark.length.count * 2 < days,
  );
}

/** Whether a segment only adds to the clause before it: another place of its list, how long, or where. */
function goesOn({ places, lengths, positions, roles }: Contents, verb: WordRole | undefined): boolean {
  if (
    verb !== undefined ||
    ['joint', 'by', 'insteadOf', 'instead', 'longer', 'shorter'].some((role) => roles.has(role as WordRole))
  )
    return places === 0 && verb === undefined && !roles.has('longer') && !roles.has('shorter');
  return places === 0 || (lengths === 0 && positions === 0);
}

function isWithin({ from }: { from: number }, parts: readonly { from: number; to: number }[]): boolean {
  return parts.some((part) => part.from <= from && from < part.to);
}
