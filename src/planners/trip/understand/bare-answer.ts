import { bareName } from '../itinerary/itinerary-view.ts';
import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import type { QuestionField } from '../planner-state.ts';
import type { RequestedPlace, RequestedStop, TripRequirements } from '../requirements/requirements.ts';
import { bareMode } from './constraints/transport.ts';
import type { PlaceMentions } from './places/place-mentions.ts';
import { isKnownPlace, type Phrases, readPlaces, tokensOf } from './places/place-phrases.ts';
import { NUMBER, numberOf } from './text/working-text.ts';

/** A text that may be the answer to a question. */
export interface AnswerContext {
  readonly asking: readonly QuestionField[];
  readonly places: PlaceKnowledge;
  /** The original text. */
  readonly text: string;
  /** The part of it that no other rule has consumed. */
  readonly rest: string;
  readonly mentions: PlaceMentions;
  /** The stops requested before. */
  readonly via: readonly RequestedStop[];
  /** The destination requested before. */
  readonly destination: RequestedPlace | undefined;
}

const COUNT = new RegExp(`^\\W*(?:about |around |maybe |let's say )?(?<n>${NUMBER})\\W*$`, 'i');
const NOTHING = /^(?:no|none|nothing|no idea|anything|skip)$/;

/** What a bare answer says when a question was asked: "Chicago", "five", "by car". */
export function bareAnswer(context: AnswerContext): TripRequirements {
  const { asking, text } = context;
  const wants = (field: QuestionField) => asking.includes(field);
  const count = wants('days') ? COUNT.exec(text)?.groups?.n : undefined;
  const mode = wants('mode') ? bareMode(text) : undefined;
  return {
    ...(wants('origin') || wants('destination') ? endsIn(context) : {}),
    ...(count !== undefined && { days: numberOf(count) }),
    ...(mode && { mode }),
    ...(wants('interests') && { interests: interestsIn(text) }),
    ...(wants('stops') && stopsIn(context)),
  };
}

function endsIn(context: AnswerContext): TripRequirements {
  const { asking, mentions, rest, places } = context;
  const { origin, end, stops } = mentions;
  const [visit, other] = stops;
  const isNamed = origin === undefined && end === undefined && stops.every(({ cue }) => cue === 'visit');
  if (isNamed && visit && !asking.includes('origin')) {
    if (stops.length > 1) return {};
    const destination = whichOne(visit.name, context);
    if (destination.name !== visit.name) mentions.stops = [];
    return { destination };
  }
  if (isNamed && visit && !asking.includes('destination') && stops.length === 1) {
    mentions.stops = [];
    return { origin: { name: visit.name } };
  }
  if (isNamed && visit && other && stops.length === 2 && asking.includes('destination')) {
    mentions.stops = [];
    return { origin: { name: visit.name }, destination: { name: other.name } };
  }
  const wantsBoth = asking.includes('origin') && asking.includes('destination');
  if (origin !== undefined || end !== undefined || stops.length > 0) return {};
  const [first, second] = readPlaces(phrasesOf(rest, places), 0).names;
  if (first === undefined) return {};
  if (!asking.includes('origin')) return { destination: whichOne(first, context) };
  return {
    origin: { name: first },
    ...(second !== undefined && wantsBoth && { destination: { name: second } }),
  };
}

/** "the one in Missouri": where the place that was named before lies. */
function whichOne(name: string, { destination, places }: AnswerContext): RequestedPlace {
  if (destination === undefined || bareName(destination.name) === bareName(name)) return { name };
  const inside = `${bareName(destination.name)}, ${name}`;
  return isKnownPlace(inside, places) ? { ...destination, name: `${destination.name}, ${name}` } : { name };
}

function stopsIn({ mentions, rest, places, via }: AnswerContext): TripRequirements {
  const { stops } = mentions;
  if (stops.length > 0) {
    if (stops.some(({ cue }) => cue !== 'visit')) return {};
    mentions.stops = [];
    return { via: [...via, ...stops.map(({ name }) => ({ name }))] };
  }
  const { names } = readPlaces(phrasesOf(rest, places), 0);
  return names.length > 0 ? { via: [...via, ...names.map((name) => ({ name }))] } : {};
}

function phrasesOf(text: string, places: PlaceKnowledge): Phrases {
  return { tokens: tokensOf(text).filter((token) => token !== '|'), places };
}

function interestsIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(/,|\band\b|;/)
    .map((part) => part.trim().replace(/(?<![.!?])[.!?]+$/, ''))
    .filter((part) => part !== '' && part.length <= 60 && !NOTHING.test(part));
}
