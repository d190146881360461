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
  const [result] = await holdConversation([{ text: request.text, llm }]);
  if (result === undefined) throw new RangeError('nothing was said');
  const fields = checkFields(request.expect, result.state.session);
  const isWrong = fields.some(({ isRight }) => !isRight);
  return {
    id: request.id,
    fields,
    faults: planFaults(request, result),
    isSilent: isWrong && isWithoutRemark(result),
    told: result,
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
  const [before, after] = [all[0], all.at(-1)];
  if (before === undefined || after === undefined) throw new RangeError('nothing was said');
  const changes = changeFaults(expect, before, after);
  const answers = reply.filter((part) => !isIn(after.reply, part)).map((part) => `no word of ${part}`);
  const isUntold = answers.length > 0 || after.reply === '';
  return {
    id,
    faults: [...changes, ...answers],
    isSilent: changes.length > 0 && isUntold && isWithoutRemark(after),
    told: after,
  };
}

function changeFaults(
  expect: EditCase['expect'],
  before: ConversationResult,
  result: ConversationResult,
): string[] {
  const { itinerary } = result.state.session;
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
    ...(expect.asks && !(result.asks && isSame)
      ? [result.asks ? 'the trip changed' : 'nothing was asked']
      : []),
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
    ...stillKept(constraint?.lifted ?? [], result.state.session).map((field) => `${field} still holds`),
    ...checkFields(constraint?.kept ?? {}, result.state.session)
      .filter(({ isRight }) => !isRight)
      .map(
        ({ field, wanted, read }) => `${field}: ${JSON.stringify(read)} instead of ${JSON.stringify(wanted)}`,
      ),
  ];
}
