import type { WordRole } from './edit-words.ts';
import { legOf } from './leg-edits.ts';
import { type MarkedLength, stayOf } from './lengths.ts';
import type { MarkedPlace, PlacedMark } from './marks.ts';
import type { StopPosition, TripEdit } from './trip-edit.ts';
import type { TripStops } from './trip-stops.ts';

/** A part of a message with one thing to do. */
export interface Clause {
  readonly marks: readonly PlacedMark[];
  readonly verb: WordRole | undefined;
  /** The place that was named last. */
  readonly recent: string | undefined;
  readonly stops: TripStops;
}

interface Target {
  readonly place: MarkedPlace;
  readonly at: number;
  length?: MarkedLength;
  /** Whether the length is what it comes to: "to 3 nights". */
  isTo?: boolean;
}

/** What a clause changes; undefined when it cannot be read, or only with doubt. */
export function editsOfClause(clause: Clause): TripEdit[] | undefined {
  const content = clause.marks.filter((mark) => mark.type !== 'role' || mark.role !== 'filler');
  const many = eachStay(content, clause) ?? withoutEndNight(content, clause);
  if (many !== undefined) return many;
  const whole = comesBack(content, clause) ?? removesOthers(content, clause.verb) ?? getsTheRest(content);
  if (whole !== undefined) return [whole];
  const marks = withoutContrast(withoutReturn(content));
  const roles = new Set(marks.flatMap((mark) => (mark.type === 'role' ? [mark.role] : [])));
  if (marks.some(({ type }) => type === 'means')) return legOf(marks, clause.recent, clause.stops);
  const targets = targetsOf(marks, roles, clause);
  if (targets.length === 0) return undefined;
  const edits =
    negated(marks, targets, clause) ??
    insteadOf(marks, targets, roles) ??
    exchange(marks, targets, clause.verb) ??
    transfer(marks, targets, roles) ??
    (clause.verb === 'meant'
      ? undefined
      : clause.verb === 'remove'
        ? removals(marks, targets)
        : clause.verb === 'keep'
          ? kept(targets)
          : changes(marks, targets, roles, clause));
  return edits?.length === 0 ? undefined : edits;
}

/** "back to Tokyo for the last two nights", "end with one more night in Bangkok": a stop that keeps its days and gets others. */
function comesBack(marks: readonly PlacedMark[], { verb, stops }: Clause): TripEdit | undefined {
  const at = marks.findIndex((mark) => mark.type === 'role' && mark.role === 'again');
  const [place, ...places] = marks.flatMap((mark) => (mark.type === 'place' ? [mark] : []));
  const [length, ...lengths] = marks.flatMap((mark) => (mark.type === 'length' ? [mark.length] : []));
  const [position, ...positions] = marks.flatMap((mark) => (mark.type === 'position' ? [mark.position] : []));
  const isLast = verb === 'end' || position?.at === 'end';
  // A stop of the trip that is named as its end, and is not the last.
  const isEnd = isLast && length?.sign === 'more' && place !== undefined && stops.nth(-1) !== place.name;
  const isBack = at >= 0 && (marks[at + 1] === place || verb === 'end');
  if (!place?.isStop || places.length + lengths.length + positions.length > 0) return undefined;
  const isNot = marks.some((mark) => mark.type === 'role' && (mark.role === 'neg' || mark.role === 'remove'));
  if (isNot)
    return isBack && length === undefined ? { type: 'remove', place: place.name, again: true } : undefined;
  if (!(isBack && (length !== undefined || isLast)) && !isEnd) return undefined;
  const stay = length && { stay: stayOf({ ...length, sign: undefined }, undefined, 'set') };
  return { type: 'add', place: place.name, ...stay, again: true, ...(position ?? { at: 'end' }) };
}

/** "make every stop 5 nights". */
function eachStay(marks: readonly PlacedMark[], { verb, stops }: Clause): TripEdit[] | undefined {
  const isEach = marks.some((mark) => mark.type === 'role' && mark.role === 'each');
  const [length, ...lengths] = marks.flatMap((mark) => (mark.type === 'length' ? [mark.length] : []));
  const isOther = marks.some(({ type }) => type !== 'role' && type !== 'length');
  if (!isEach || isOther || length === undefined || lengths.length > 0 || verb === 'remove') return undefined;
  return stops.all.map((place) => ({
    type: 'stay',
    place,
    stay: stayOf(length, { isStop: true }, 'set'),
  }));
}

/** "drop the last night". */
function withoutEndNight(marks: readonly PlacedMark[], { verb, stops }: Clause): TripEdit[] | undefined {
  const [position, ...positions] = marks.flatMap((mark) => (mark.type === 'position' ? [mark.position] : []));
  const isNight = marks.some((mark) => mark.type === 'length' && mark.length.isOne);
  const isOther = marks.some(({ type }) => type === 'place' || type === 'word');
  const place = stops.nth(position?.at === 'start' ? 0 : -1);
  if (verb !== 'remove' || !isNight || isOther || positions.length > 0 || place === undefined)
    return undefined;
  return [{ type: 'stay', place, stay: { change: -1, grows: true } }];
}

/** "drop everything but Rome", "only keep Rome and Naples". */
function removesOthers(marks: readonly PlacedMark[], verb: WordRole | undefined): TripEdit | undefined {
  const places = marks.flatMap((mark) => (mark.type === 'place' ? [mark] : []));
  const has = (role: WordRole) => marks.some((mark) => mark.type === 'role' && mark.role === role);
  const isAsked = has('keepOnly') || (has('allBut') && verb === 'remove');
  const isOther = marks.some(({ type }) => type !== 'place' && type !== 'role');
  if (!isAsked || isOther || places.length === 0 || !places.every(({ isStop }) => isStop)) return undefined;
  return { type: 'remove-all', except: places.map(({ name }) => name) };
}

/** "… and the rest in Dublin": it gets the days that the other stays leave. */
function getsTheRest(marks: readonly PlacedMark[]): TripEdit | undefined {
  const [place, ...others] = marks.flatMap((mark) => (mark.type === 'place' ? [mark] : []));
  const isRest = marks.some((mark) => mark.type === 'role' && mark.role === 'rest');
  const isOther = marks.some(({ type }) => type !== 'place' && type !== 'role');
  if (!isRest || isOther || !place?.isStop || others.length > 0) return undefined;
  return { type: 'stay', place: place.name, stay: { rest: true } };
}

/** "cut it back to 2 nights" comes back to no place. */
function withoutReturn(marks: readonly PlacedMark[]): PlacedMark[] {
  return marks.flatMap((mark, at): PlacedMark[] => {
    if (mark.type !== 'role' || mark.role !== 'again') return [mark];
    return marks[at + 1]?.type === 'length' ? [{ ...mark, role: 'joint' }] : [];
  });
}

/** "four nights rather than three": how long it was before says nothing new. */
function withoutContrast(marks: readonly PlacedMark[]): PlacedMark[] {
  const isContrast = (mark: PlacedMark | undefined) =>
    mark?.type === 'role' && (mark.role === 'insteadOf' || mark.role === 'than' || mark.role === 'rather');
  return marks.filter(
    (mark, at) =>
      !(mark.type === 'length' && isContrast(marks[at - 1])) &&
      !(isContrast(mark) && marks[at + 1]?.type === 'length'),
  );
}

function targetsOf(
  marks: readonly PlacedMark[],
  roles: ReadonlySet<WordRole>,
  { recent, stops }: Clause,
): Target[] {
  const named = marks.flatMap((mark, at): Target[] => (mark.type === 'place' ? [{ place: mark, at }] : []));
  const pointing = marks.findIndex(
    (mark) => mark.type === 'role' && (mark.role === 'there' || mark.role === 'it'),
  );
  const targets: Target[] =
    named.length > 0 || pointing < 0 || recent === undefined
      ? named
      : [{ place: { type: 'place', name: recent, isStop: true }, at: pointing }];
  const stayLengths = marks.flatMap((mark, at) => (mark.type === 'length' ? [{ ...mark, at }] : []));
  const [only, ...others] = targets;
  const isKnown =
    others.length === 0 && stayLengths.length === 2 && isLengthOf(only, stayLengths[0]?.length, stops);
  const lengths = isKnown ? stayLengths.slice(1) : stayLengths;
  for (const { length, at } of lengths) {
    const open = targets.filter((target) => target.length === undefined);
    const [nearest] = open.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at) || b.at - a.at);
    const all = roles.has('each') && lengths.length === 1 ? targets : nearest ? [nearest] : [];
    const lead = marks[at - 1];
    for (const target of all) {
      target.length = length;
      target.isTo = lead?.type === 'role' && lead.role === 'joint';
    }
  }
  return lengths.length > targets.length || stops.days === 0 ? [] : targets;
}

/** "the one night in Gori, can it be two?": how long it is by now. */
function isLengthOf(target: Target | undefined, length: MarkedLength | undefined, stops: TripStops): boolean {
  const days = target ? stops.daysAt(target.place.name) : 0;
  return days > 0 && (length?.count === days || length?.count === days - 1) && length.sign === undefined;
}

const NOT_NEGATED: ReadonlySet<WordRole | undefined> = new Set(['remove', 'keep', 'replace', 'swap', 'move']);

/** "we won't stop in Boise", "no Pisa", "Koblenz doch nicht"; "not Skye, Mull" and "Mull, not Skye" put one for the other. */
function negated(
  marks: readonly PlacedMark[],
  targets: readonly Target[],
  { verb }: Clause,
): TripEdit[] | undefined {
  const at = marks.findLastIndex((mark) => mark.type === 'role' && mark.role === 'neg');
  if (at < 0) return undefined;
  const isPlain = targets.every(({ length }) => length === undefined) && !NOT_NEGATED.has(verb);
  if (!isPlain || marks.some(({ type }) => type === 'position')) return [];
  const isLast = marks.slice(at + 1).every(({ type }) => type === 'role');
  const out = isLast ? targets.at(-1) : targets.find((target) => target.at > at);
  if (!out?.place.isStop) return [];
  const into = targets.filter(({ place }) => !place.isStop);
  const [by] = into;
  if (by !== undefined)
    return targets.length > 2 ? [] : [{ type: 'replace', place: out.place.name, by: by.place.name }];
  return verb === 'meant' || (!isLast && out !== targets[0])
    ? []
    : targets.map(({ place }) => ({ type: 'remove', place: place.name }));
}

/** "Bruges instead of Brussels", "I'd rather see Sintra than Evora". */
function insteadOf(
  marks: readonly PlacedMark[],
  targets: readonly Target[],
  roles: ReadonlySet<WordRole>,
): TripEdit[] | undefined {
  const isThan = roles.has('rather') && roles.has('than');
  if (!roles.has('insteadOf') && !isThan) return undefined;
  const at = marks.findIndex(
    (mark) => mark.type === 'role' && (mark.role === 'insteadOf' || (isThan && mark.role === 'than')),
  );
  const out = targets.find((target) => target.at > at);
  const into = targets.filter((target) => target.place.name !== out?.place.name);
  const [by] = into;
  // "four nights in Kyoto rather than three"
  if (out === undefined || by === undefined || into.length > 1) return undefined;
  if (!out.place.isStop || by.place.isStop) return undefined;
  return [replacement(out, by)];
}

/** One place for another; the new one is stayed in for as long as is said, of either. */
function replacement(out: Target, by: Target): TripEdit {
  const length = by.length ?? out.length;
  return {
    type: 'replace',
    place: out.place.name,
    by: by.place.name,
    ...(length && { stay: stayOf(length, by.place, 'set') }),
  };
}

/** "replace Lyon with Dijon and Nice with Menton", "swap Rome and Naples". */
function exchange(
  marks: readonly PlacedMark[],
  targets: readonly Target[],
  verb: WordRole | undefined,
): TripEdit[] | undefined {
  const isOrder = marks.some((mark) => mark.type === 'role' && mark.role === 'order');
  if (verb !== 'replace' && verb !== 'swap') return undefined;
  const [one, other, ...more] = targets;
  if (one === undefined || other === undefined || more.length > 0) return undefined;
  const isAnd = marks.slice(one.at, other.at).some((mark) => mark.type === 'role' && mark.role === 'and');
  const isBoth = one.place.isStop && other.place.isStop;
  if (isBoth && (isAnd || verb === 'swap' || isOrder))
    return [{ type: 'swap', places: [one.place.name, other.place.name] }];
  // What is no stop cannot change places with one, which is told.
  if (isAnd && verb === 'swap') return [{ type: 'swap', places: [one.place.name, other.place.name] }];
  if (isAnd || (!one.place.isStop && !other.place.isStop)) return undefined;
  const [out, by] = one.place.isStop ? [one, other] : [other, one];
  return [replacement(out, by)];
}

/** "move a night from Rome to Naples"; "take a night from Rome". */
function transfer(
  marks: readonly PlacedMark[],
  targets: readonly Target[],
  roles: ReadonlySet<WordRole>,
): TripEdit[] | undefined {
  const at = marks.findIndex((mark) => mark.type === 'role' && mark.role === 'from');
  const giver = targets.find((target) => target.at === at + 1);
  const length = marks.flatMap((mark) => (mark.type === 'length' ? [mark.length] : []))[0];
  const [taker, ...more] = targets.filter((target) => target !== giver);
  if (at < 1 || !giver?.place.isStop || length === undefined || more.length > 0) return undefined;
  if (marks[at - 1]?.type !== 'length' || (taker && !(taker.place.isStop && roles.has('joint'))))
    return undefined;
  const change = (target: Target, by: number): TripEdit => ({
    type: 'stay',
    place: target.place.name,
    stay: { change: by, grows: true },
  });
  return [change(giver, -length.count), ...(taker ? [change(taker, length.count)] : [])];
}

/** "skip Lyon and Nice", "drop a night in Rome", "cut Rome to 2 nights". */
function removals(marks: readonly PlacedMark[], targets: readonly Target[]): TripEdit[] | undefined {
  const isElsewhere = targets.some(
    ({ place, length }) => !place.isStop && (length !== undefined || targets.length > 1),
  );
  if (marks.some(({ type }) => type === 'position') || isElsewhere) return undefined;
  return targets.map(({ place, length }): TripEdit => {
    if (length === undefined) return { type: 'remove', place: place.name };
    const before = marks.findIndex((mark) => mark.type === 'length' && mark.length === length);
    const lead = marks[before - 1];
    const isTo = lead?.type === 'role' && lead.role === 'joint';
    return { type: 'stay', place: place.name, stay: stayOf(length, place, isTo ? 'set' : 'less') };
  });
}

/** A request to keep a stop that was removed restores it. */
function kept(targets: readonly Target[]): TripEdit[] | undefined {
  const back = targets.filter(({ place }) => !place.isStop);
  if (back.length === targets.length && targets.every(({ length }) => length === undefined))
    return back.map(({ place }) => ({ type: 'add', place: place.name }));
  const stays = targets.flatMap(({ place, length }): TripEdit[] =>
    length === undefined ? [] : [{ type: 'stay', place: place.name, stay: stayOf(length, place, 'set') }],
  );
  return stays.length === targets.length ? stays : undefined;
}

function changes(
  marks: readonly PlacedMark[],
  targets: readonly Target[],
  roles: ReadonlySet<WordRole>,
  { verb, stops }: Clause,
): TripEdit[] | undefined {
  const positions = marks.flatMap((mark) => (mark.type === 'position' ? [mark.position] : []));
  if (positions.length > 1) return undefined;
  const [namedPosition] = positions;
  const isEnd = verb === 'end';
  // The end of a trip is not another stop, unless a stay or a position is given for it.
  if (isEnd && namedPosition === undefined && targets.every(({ length }) => length === undefined))
    return undefined;
  const position: StopPosition | undefined = isEnd ? { at: 'end' } : namedPosition;
  const sign = roles.has('longer') ? 1 : roles.has('shorter') ? -1 : 0;
  const isApart = isBehindSign(marks);
  const edits: TripEdit[] = [];
  let previous: string | undefined;
  for (const { place, length, isTo = false } of targets) {
    const where: StopPosition | undefined =
      position && previous !== undefined ? { after: previous } : position;
    const made = place.isStop
      ? changesOfStop(place, {
          length,
          where,
          sign,
          verb,
          isTo: isTo || isApart(length, stops.daysAt(place.name)),
        })
      : additions(place, {
          length,
          where,
          sign,
          verb,
          isTo,
          isAlso: roles.has('also') || roles.has('instead'),
        });
    if (made === undefined) return undefined;
    edits.push(...made);
    previous = place.name;
  }
  return edits;
}

/** "less time in Santiago, 1 night is enough": a length behind it says what it comes to, as far as that is less. */
function isBehindSign(marks: readonly PlacedMark[]) {
  const hasRole = (mark: PlacedMark, ...roles: readonly WordRole[]) =>
    mark.type === 'role' && roles.includes(mark.role);
  const sign = marks.findIndex((mark) => hasRole(mark, 'longer', 'shorter'));
  const isLess = marks.some((mark) => hasRole(mark, 'shorter'));
  return (length: MarkedLength | undefined, days: number): boolean => {
    const at = marks.findIndex((mark) => mark.type === 'length' && mark.length === length);
    const isApart = sign >= 0 && marks.slice(sign, at).some((mark) => hasRole(mark, 'and'));
    return isApart && length !== undefined && (isLess ? length.count < days : length.count > days);
  };
}

interface Change {
  readonly length: MarkedLength | undefined;
  readonly where: StopPosition | undefined;
  readonly sign: number;
  readonly verb: WordRole | undefined;
  readonly isTo: boolean;
}

function changesOfStop(
  place: MarkedPlace,
  { length, where, sign, verb, isTo }: Change,
): TripEdit[] | undefined {
  const { name } = place;
  // Which night it is that somebody speaks of is another question.
  if (length?.isOne) return undefined;
  const moves: TripEdit[] = where === undefined ? [] : [{ type: 'move', place: name, ...where }];
  if (length !== undefined) {
    const isSet = isTo || length.bound !== undefined;
    const isMore = verb === 'add' || sign > 0;
    const stay = stayOf(length, place, isSet ? 'set' : isMore ? 'more' : sign < 0 ? 'less' : 'set');
    return [{ type: 'stay', place: name, stay }, ...moves];
  }
  if (sign !== 0) return [{ type: 'stay', place: name, stay: { change: sign } }, ...moves];
  return moves.length > 0 ? moves : undefined;
}

function additions(
  { name, kind }: MarkedPlace,
  { length, where, sign, verb, isAlso }: Change & { readonly isAlso: boolean },
): TripEdit[] | undefined {
  const isSight = kind === 'sight' || kind === 'landmark';
  const isAsked =
    verb === 'add' || (verb === 'visit' && !isSight) || length !== undefined || where !== undefined || isAlso;
  // Nothing can be shorter that is not in the trip, which is told.
  if (length?.sign === 'less') return [{ type: 'remove', place: name }];
  if (!isAsked || sign < 0 || verb === 'move') return undefined;
  const stay = length && { stay: stayOf({ ...length, sign: undefined }, undefined, 'set') };
  return [{ type: 'add', place: name, ...stay, ...where }];
}
