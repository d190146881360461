import type { RecentEdit } from '../../planner-state.ts';
import { sortSentences } from '../sort-questions.ts';
import { GOES_HOME, isReason, isTakenBack } from './asides.ts';
import { type Clause, editsOfClause } from './clause-edits.ts';
import type { WordRole } from './edit-words.ts';
import { insteadOfLast, insteadOfRemarked, isBareInstead } from './instead.ts';
import type { MarkedPlace, PlacedMark } from './marks.ts';
import { type Contents, contentsOf, type Segment, verbOf } from './segments.ts';
import type { TripEdit } from './trip-edit.ts';
import type { TripStops } from './trip-stops.ts';

/** What a sentence changes, and which parts of the text say so. */
export interface ReadSentence {
  readonly edits: TripEdit[];
  readonly origin?: string | undefined;
  readonly read: { readonly from: number; readonly to: number }[];
  readonly missed: readonly string[];
  readonly recent: string | undefined;
}

/** What a sentence is read with. */
export interface SentenceContext {
  readonly stops: TripStops;
  readonly recent: string | undefined;
  /** The stop that the sentence before was about, and asked nothing for. */
  readonly about: string | undefined;
  /** What the message before changed. */
  readonly changed: readonly RecentEdit[];
  /** What the sentences before change. */
  readonly done: TripEdit[];
}

interface Draft {
  readonly marks: PlacedMark[];
  verb: WordRole | undefined;
  readonly from: number;
  to: number;
}

/** Reads what a sentence changes; undefined when a part of it cannot be read. */
export function readSentence(
  text: string,
  sentence: readonly Segment[],
  { stops, recent: before, about, changed, done }: SentenceContext,
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
      const start = startOf(segment.marks);
      if (start === undefined || unknown + lengths + positions + means > 0) return undefined;
      origin = start;
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
    // "Leipzig und Dresden tauschen": the verb stands behind all that it is about.
    const [end] = segment.marks.toReversed().filter((mark) => mark.type !== 'role' || mark.role !== 'filler');
    const isVerbLast = end?.type === 'role' && end.role === verb;
    if (last?.verb === undefined && last && isVerbLast && places > 0 && isOnlyPlaces(last.marks)) {
      last.marks.push({ type: 'role', role: 'and', from: segment.from, to: segment.from }, ...segment.marks);
      last.to = segment.to;
      last.verb = verb;
      continue;
    }
    // "not Arles, I meant Nîmes"
    const isMeant = verb === 'meant' && last && contentsOf(last.marks).roles.has('neg');
    const isWanted = last?.verb === 'remove' && roles.has('rather');
    if (last && means === 0 && !isWanted && (goesOn(contents, verb) || isMeant)) {
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
    const joined =
      insteadOfLast(edits.length > 0 ? edits : done, found, marks) ?? insteadOfRemarked(about, found, marks);
    // "go to Seattle instead": where nothing goes, it is the end of the trip that becomes another.
    if (joined === undefined && isBareInstead(found, marks) && edits.at(-1)?.type !== 'remove')
      return undefined;
    edits.push(...(joined ?? found));
    read.push({ from, to });
    recent = placesIn(marks).at(-1)?.name ?? recent;
  }
  return edits.length > 0 || origin !== undefined ? { edits, origin, read, missed, recent } : undefined;
}

/** "start from Reims rather than Paris": where it starts from now on. */
function startOf(marks: readonly PlacedMark[]): string | undefined {
  const [one, other, ...more] = marks.flatMap((mark, at) => (mark.type === 'place' ? [{ ...mark, at }] : []));
  const against = marks.findIndex(
    (mark) => mark.type === 'role' && ['insteadOf', 'than', 'neg'].includes(mark.role),
  );
  if (one === undefined || more.length > 0) return undefined;
  if (other === undefined) return against < 0 ? one.name : undefined;
  if (against < 0) return undefined;
  return one.at < against && against < other.at ? one.name : other.name;
}

/** Reads a sentence without the words that nobody knows, and tells them. */
export function readKnown(
  text: string,
  sentence: readonly Segment[],
  context: SentenceContext,
): ReadSentence | undefined {
  const [first, end] = [sentence[0], sentence.at(-1)];
  const words = first && end ? text.slice(first.from, end.to) : '';
  // A story, or what somebody only thinks about.
  if (sortSentences(words).requirements === '' || /\bdays? off\b/i.test(words)) return undefined;
  const missed: string[] = [];
  const known = sentence.flatMap((segment): Segment[] => {
    const { places, unknown, roles, lengths } = contentsOf(segment.marks);
    // What names no place is left for others: "that's 2 more days", and so is "extend by 4 days for …".
    if (unknown > 0 && (places === 0 || (lengths > 0 && roles.has('longer')))) return [];
    const marks = segment.marks.filter(({ type }) => type !== 'word');
    let last: PlacedMark | undefined;
    for (const mark of segment.marks) {
      if (mark.type === 'word') {
        const isNext = last?.type === 'word';
        const before = isNext ? missed.pop() : undefined;
        missed.push(before === undefined ? mark.text : `${before} ${mark.text}`);
      }
      last = mark;
    }
    return marks.length === 0 ? [] : [{ ...segment, marks }];
  });
  if (
    sentence.some(({ marks }) => marks.some((mark) => mark.type === 'word' && IS_CONDITION.test(mark.text)))
  )
    return undefined;
  if (
    missed.length === 0 ||
    missed.some((words) => words.split(' ').some((word) => CHANGES_MEANING.test(word)))
  )
    return undefined;
  const found = readSentence(text, known, context);
  if (found === undefined || found.edits.length === 0) return undefined;
  return { ...found, missed: [...found.missed, ...missed.filter((words) => !isReason(words))] };
}

function goesOnWithPlace(sentence: readonly Segment[], segment: Segment): boolean {
  return sentence.slice(sentence.indexOf(segment) + 1).some(({ marks }) => placesIn(marks).length > 0);
}

/** "replace Lyon with Dijon and Nice with Menton": the second clause has no verb of its own. */
function inheritedVerb({ roles, positions }: Contents, verb: WordRole | undefined): WordRole | undefined {
  const isPair = (roles.has('joint') || roles.has('by')) && (verb === 'replace' || verb === 'swap');
  return isPair || (positions > 0 && (verb === 'add' || verb === 'move')) ? verb : undefined;
}

/** The places among marks. */
export function placesIn(marks: readonly PlacedMark[]): MarkedPlace[] {
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

function isOnlyPlaces(marks: readonly PlacedMark[]): boolean {
  const { places, lengths, positions, means, unknown } = contentsOf(marks);
  return places > 0 && lengths + positions + means + unknown === 0;
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
  /\d|^(?:if|unless|except|home|or|oder|ou|day|lunch|dinner|breakfast|hours?|afternoon|morning|evening|airport|museums?|station|wenn|falls|mittag|sauf|salvo|si)$/i;

const IS_CONDITION = /^(?:if|unless|except|wenn|falls|sauf|salvo|si|home)$/i;

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
