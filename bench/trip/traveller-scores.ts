import type { Llm } from '../../src/model/llm.ts';
import { isRemark } from '../../src/planners/trip/turn/remarks.ts';
import { type ConversationResult, holdConversation } from './conversation-result.ts';
import { checkFields, type FieldResult, stillKept } from './field-checks.ts';
import { isIn, isNamed } from './place-names.ts';
import { dateFaults, isAt, isVisited, orderFaults, planFaults, stayFaults } from './plan-checks.ts';
import type { EditCase, RequestCase } from './traveller-cases.ts';

/** How a request was taken. */
export interface RequestScore {
  readonly id: string;
  readonly fields: readonly FieldResult[];
  /** What is wrong with the plan. */
  readonly faults: readonly string[];
  /** Whether something was read wrong, and the answer says nothing about anything that was not understood. */
  readonly isSilent: boolean;
  readonly told: ConversationResult;
}

/** How an edit was taken. */
export interface EditScore {
  readonly id: string;
  readonly faults: readonly string[];
  readonly isSilent: boolean;
  readonly told: ConversationResult;
}

export async function scoreRequest(request: RequestCase, llm?: Llm): Promise<RequestScore> {
  const [told] = await holdConversation([{ text: request.text, llm }]);
  if (told === undefined) throw new RangeError('nothing was said');
  const fields = checkFields(request.expect, told.state.session);
  const isWrong = fields.some(({ isRight }) => !isRight);
  return {
    id: request.id,
    fields,
    faults: planFaults(request, told),
    isSilent: isWrong && isWithoutRemark(told),
    told,
  };
}

/** That a model failed says nothing about what was read wrong. */
function isWithoutRemark({ asks, state: { session } }: ConversationResult): boolean {
  const remarks = session.state.advisories.filter((each) => isRemark(each) && each.type !== 'READ_BY_RULES');
  return !asks && remarks.length === 0;
}

/** Scores an edit. One model reads the request, another the follow-ups. */
export async function scoreEdit(
  { id, request, edit, expect, reply = [] }: EditCase,
  readers: { readonly request?: Llm | undefined; readonly edit?: Llm | undefined } = {},
): Promise<EditScore> {
  const edits = [edit].flat().map((text) => ({ text, llm: readers.edit }));
  const all = await holdConversation([{ text: request, llm: readers.request }, ...edits]);
  const [before, told] = [all[0], all.at(-1)];
  if (before === undefined || told === undefined) throw new RangeError('nothing was said');
  const changes = changeFaults(expect, before, told);
  const answers = reply.filter((part) => !isIn(told.reply, part)).map((part) => `no word of ${part}`);
  const isUntold = answers.length > 0 || told.reply === '';
  return {
    id,
    faults: [...changes, ...answers],
    isSilent: changes.length > 0 && isUntold && isWithoutRemark(told),
    told,
  };
}

function changeFaults(
  expect: EditCase['expect'],
  before: ConversationResult,
  told: ConversationResult,
): string[] {
  const { itinerary } = told.state.session;
  const start = before.state.session.itinerary;
  // Where the request was answered with a question, the follow-up may be its answer and lead to the trip.
  const isAnswered = before.asks && itinerary !== null && !expect.unchanged && !expect.asks;
  if (start === null && !isAnswered) return [`no trip to edit: ${before.reply}`];
  if (itinerary === null) return ['the trip is gone'];
  const isSame = JSON.stringify(itinerary) === JSON.stringify(start);
  const { days, has = [], hasNot = [], order = [], stays = {}, constraint } = expect;
  const ends = [itinerary.anchors[0]?.name ?? '', itinerary.anchors.at(-1)?.name ?? ''];
  const origins = [itinerary.origin.name, ends[0]].flatMap((name) => name ?? []);
  const destinations = [itinerary.destination.name, ends[1]].flatMap((name) => name ?? []);
  const isEnd = (names: readonly string[], wanted: string) => names.some((name) => isNamed(name, wanted));
  const { origin, destination, end } = expect;
  return [
    ...(expect.unchanged && !isSame ? ['the trip changed'] : []),
    ...(expect.asks && !(told.asks && isSame) ? [told.asks ? 'the trip changed' : 'nothing was asked'] : []),
    ...(days !== undefined && days !== itinerary.days.length
      ? [`${itinerary.days.length} days instead of ${days}`]
      : []),
    ...has.filter((name) => !isVisited(itinerary, name)).map((name) => `${name} is missing`),
    ...hasNot
      .filter((name) => itinerary.anchors.some((anchor) => isAt(anchor, name)))
      .map((name) => `${name} is still there`),
    ...order.filter((name) => !isVisited(itinerary, name)).map((name) => `${name} is missing`),
    ...orderFaults(order, itinerary),
    ...stayFaults(stays, itinerary),
    ...dateFaults(itinerary, expect.start),
    ...(end !== undefined && itinerary.days.at(-1)?.date !== end ? [`does not end on ${end}`] : []),
    ...(origin !== undefined && !isEnd(origins, origin)
      ? [`starts in ${origins.join()}, not ${origin}`]
      : []),
    ...(destination !== undefined && !isEnd(destinations, destination)
      ? [`ends in ${destinations.join()}, not ${destination}`]
      : []),
    ...stillKept(constraint?.lifted ?? [], told.state.session).map((field) => `${field} still holds`),
    ...checkFields(constraint?.kept ?? {}, told.state.session)
      .filter(({ isRight }) => !isRight)
      .map(
        ({ field, wanted, read }) => `${field}: ${JSON.stringify(read)} instead of ${JSON.stringify(wanted)}`,
      ),
  ];
}
