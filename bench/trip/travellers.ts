import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Llm } from '../../src/model/llm.ts';
import { atLeast, atMost, goalCell } from '../harness/goal.ts';
import type { Answer } from '../harness/suite.ts';
import { answersIn, recordedModel } from '../recorded-model.ts';
import {
  type EditCase,
  editCases,
  editsIn,
  type Half,
  type RequestCase,
  requestCases,
  requestsIn,
} from './traveller-cases.ts';
import { type EditScore, type RequestScore, scoreEdit, scoreRequest } from './traveller-scores.ts';

/** How many of the requests and edits of a half were taken as they were meant. */
export interface TravellerTotals {
  readonly requests: number;
  readonly fields: number;
  readonly fieldsRight: number;
  readonly wholeRight: number;
  readonly acceptable: number;
  readonly silentRequests: number;
  readonly edits: number;
  readonly editsRight: number;
  readonly silentEdits: number;
}

/** Adds up the scores of a half. */
function totalOf(requests: readonly RequestScore[], edits: readonly EditScore[]): TravellerTotals {
  const fields = requests.flatMap((score) => score.fields);
  return {
    requests: requests.length,
    fields: fields.length,
    fieldsRight: fields.filter(({ isRight }) => isRight).length,
    wholeRight: requests.filter((score) => score.fields.every(({ isRight }) => isRight)).length,
    acceptable: requests.filter(({ faults }) => faults.length === 0).length,
    silentRequests: requests.filter(({ isSilent }) => isSilent).length,
    edits: edits.length,
    editsRight: edits.filter(({ faults }) => faults.length === 0).length,
    silentEdits: edits.filter(({ isSilent }) => isSilent).length,
  };
}

interface Cases {
  readonly requests: readonly RequestCase[];
  readonly edits: readonly EditCase[];
}

interface Scores {
  readonly requests: readonly RequestScore[];
  readonly edits: readonly EditScore[];
}

function casesOf(half: Half): Cases {
  return { requests: requestCases(half), edits: editCases(half) };
}

/** Who reads a case; nobody where the rules do. */
type Reader = (id: string) => Llm | undefined;

async function scoresOf(cases: Cases, readerOf: Reader = () => undefined): Promise<Scores> {
  const requests: RequestScore[] = [];
  const edits: EditScore[] = [];
  for (const each of cases.requests) requests.push(await scoreRequest(each, readerOf(each.id)));
  for (const each of cases.edits) {
    const readers = { request: readerOf(`${each.requestId}.request`), edit: readerOf(each.id) };
    edits.push(await scoreEdit(each, readers));
  }
  return { requests, edits };
}

/** Scores a half and adds it up. */
async function totalsOf(half: Half, readerOf?: Reader): Promise<TravellerTotals> {
  const { requests, edits } = await scoresOf(casesOf(half), readerOf);
  return totalOf(requests, edits);
}

/** Scores one case of so many of the open half by rules, evenly spread over it, and adds them up. */
export async function sampleTotals(every: number): Promise<TravellerTotals> {
  const isInSample = (_: unknown, index: number) => index % every === 0;
  const { requests, edits } = casesOf('open');
  const scores = await scoresOf({ requests: requests.filter(isInSample), edits: edits.filter(isInSample) });
  return totalOf(scores.requests, scores.edits);
}

const RECORDED = fileURLToPath(new URL('corpus/answers', import.meta.url));

/** How much of what travellers say becomes the trip that they mean. */
export async function travellers(): Promise<Answer> {
  const [open, held] = [await totalsOf('open'), await totalsOf('held')];
  const answers = answersIn(RECORDED);
  const model = await totalsOf('held', (id) => recordedModel(id, {}, answers));
  const goals = [
    atLeast('fields of requests of the held half read right', held.fieldsRight / held.fields, 0.97, share),
    atLeast(
      'requests of the held half with an acceptable plan',
      held.acceptable / held.requests,
      0.95,
      share,
    ),
    atLeast('edits of the held half done right', held.editsRight / held.edits, 0.95, share),
    atMost('silent mistakes in the held half', held.silentRequests + held.silentEdits, 0, String),
  ];
  const cells = goals.map(goalCell);
  const row = (name: string, of: (totals: TravellerTotals) => string, goal = '') => [
    name,
    of(open),
    of(held),
    goal,
    of(model),
  ];
  return {
    question: 'Does what a traveller says become the trip that they mean?',
    method: [
      'Requests and follow-ups written without regard to the planner, in four languages, each with its expected result. Rules read them; in the last column, recorded answers of a language model, checked against the text. A plan is acceptable if it has the requested days, places in order, stays and dates, respects the limits on driving or says where it cannot, proposes nothing twice, gives no unnamed stop more days than a named one, and places each stop where the traveller meant it. The held-out half is only scored: nobody looks at its texts.',
    ],
    table: {
      columns: ['', 'open half', 'held half', 'goal for the held half', 'held half, by a model'],
      rows: [
        row('fields read right', (totals) => share(totals.fieldsRight / totals.fields), cells[0]),
        row('requests read right as a whole', (totals) => share(totals.wholeRight / totals.requests)),
        row('plans acceptable', (totals) => share(totals.acceptable / totals.requests), cells[1]),
        row('edits right', (totals) => share(totals.editsRight / totals.edits), cells[2]),
        row('silent mistakes', (totals) => String(totals.silentRequests + totals.silentEdits), cells[3]),
      ],
    },
    goals,
    notes: [
      `${open.requests} and ${held.requests} requests, ${open.edits} and ${held.edits} edits. The rules were written with the open half, so only the held-out half shows how they perform on unseen texts.`,
    ],
  };
}

function share(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}

/**
 * Prints what is wrong in the open half and the totals of both: `travellers.ts [--requests | --edits] [--totals] [ID ...]`.
 * `--folder PATH` scores `trips.jsonl` and `edits.jsonl` of a folder instead, `--half held` only the totals of that half.
 * `--prompts PATH` writes what a model would be asked, a file a case, and `--answers PATH` scores what it answered: an
 * answer that does not fit leads to a second prompt, `ID.2`, and without one to the rules. The request of an edit is
 * `ID.request`, with the id of the first edit of that request. Of the held half only totals show.
 */
async function print(args: readonly string[]): Promise<void> {
  const { values, positionals: ids } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      requests: { type: 'boolean', default: false },
      edits: { type: 'boolean', default: false },
      totals: { type: 'boolean', default: false },
      folder: { type: 'string' },
      half: { type: 'string' },
      prompts: { type: 'string' },
      answers: { type: 'string' },
    },
  });
  const wanted = ({ requests, edits }: Cases): Cases => {
    const isWanted = ({ id }: { readonly id: string }) => ids.length === 0 || ids.includes(id);
    return {
      requests: values.requests || !values.edits ? requests.filter(isWanted) : [],
      edits: values.edits || !values.requests ? edits.filter(isWanted) : [],
    };
  };
  const { folder, prompts, answers } = values;
  const half = values.half === 'held' ? 'held' : 'open';
  const isModel = prompts !== undefined || answers !== undefined;
  const answered = answersIn(answers);
  const readerOf: Reader = (id) => (isModel ? recordedModel(id, { prompts }, answered) : undefined);
  const cases = wanted(folder === undefined ? casesOf(half) : casesIn(folder));
  const scores = await scoresOf(cases, readerOf);
  if (!values.totals && half === 'open') showMisses(cases, scores, ids.length > 0);
  console.log(folder ?? half, totalOf(scores.requests, scores.edits));
  if (isModel) console.log(`${answered.size} answers; ${byRules(scores)} cases were read by rules`);
  if (ids.length > 0 || folder !== undefined || values.half !== undefined || isModel) return;
  const held = await scoresOf(wanted(casesOf('held')));
  console.log('held', totalOf(held.requests, held.edits));
}

/** How many cases a model gave nothing for that could be used. */
function byRules({ requests, edits }: Scores): number {
  return [...requests, ...edits].filter(({ told }) =>
    told.state.session.state.advisories.some(({ type }) => type === 'READ_BY_RULES'),
  ).length;
}

function casesIn(folder: string): Cases {
  return { requests: requestsIn(join(folder, 'trips.jsonl')), edits: editsIn(join(folder, 'edits.jsonl')) };
}

function showMisses(cases: Cases, { requests, edits }: Scores, isDetailed: boolean): void {
  const texts = new Map<string, string>([
    ...cases.requests.map(({ id, text }) => [id, text] as const),
    ...cases.edits.map(({ id, request, edit }) => [id, `${request} / ${[edit].flat().join(' / ')}`] as const),
  ]);
  const missesOf = ({ fields, faults }: RequestScore) => [
    ...fields
      .filter(({ isRight }) => !isRight)
      .map((each) => `${each.field}: ${JSON.stringify(each.read)} instead of ${JSON.stringify(each.wanted)}`),
    ...faults.map((fault) => `plan: ${fault}`),
  ];
  const all = [
    ...requests.map((score) => ({ ...score, misses: missesOf(score) })),
    ...edits.map((score) => ({ ...score, misses: score.faults })),
  ];
  for (const { id, misses, isSilent, told } of all) {
    show({ id, misses, isSilent }, texts);
    if (isDetailed)
      console.log(JSON.stringify(told.state.session.state.requirements, null, 1), `\n${told.reply}`);
  }
}

function show(
  {
    id,
    misses,
    isSilent,
  }: { readonly id: string; readonly misses: readonly string[]; readonly isSilent: boolean },
  texts: ReadonlyMap<string, string>,
): void {
  if (misses.length === 0) return;
  console.log(`${id}${isSilent ? ' SILENT' : ''} ${texts.get(id) ?? ''}`);
  for (const miss of misses) console.log(`    ${miss}`);
}

if (import.meta.main) await print(process.argv.slice(2));
