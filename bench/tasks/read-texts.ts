import { parseArgs } from 'node:util';
import { Planner } from '../../src/planners/tasks/handler.ts';
import { planWithModel } from '../../src/planners/tasks/plan/plan-with-model.ts';
import { answersIn, type PromptFolders, recordedModel } from '../recorded-model.ts';
import { casesOf, type Half, totalOf } from './halves.ts';
import { scoreOf, type TextCase, type TextScore } from './text-scores.ts';

const USAGE = `Measures how a language model reads the texts, without a provider: by answers that were recorded.
  node bench/tasks/read-texts.ts --half held                      scores the answers in corpus/answers, checked as the product does
  node bench/tasks/read-texts.ts --half open --prompts FOLDER     writes ID.md for each text: all that the product sends
  node bench/tasks/read-texts.ts --half open --answers FOLDER     scores the answers of another folder
An answer that does not hold leads to a prompt ID.2. Without an answer to that the first one is mended, and where that
cannot be done the parser reads the text.`;

const RECORDED = new URL('corpus/answers/', import.meta.url).pathname;

interface ReadText {
  readonly score: TextScore;
  /** Who read it, and what there is to say about that. */
  readonly reader: string;
  readonly notes: readonly string[];
}

async function readText(
  text: TextCase,
  folders: PromptFolders,
  answers: ReadonlyMap<string, string>,
): Promise<ReadText> {
  let asked = 0;
  const recorded = recordedModel(text.id, folders, answers);
  const llm: typeof recorded = {
    ...recorded,
    generate(request) {
      asked += 1;
      return recorded.generate(request);
    },
  };
  const { readBy, ...plan } = await planWithModel(text.text, { llm });
  const reader = readBy.reader === 'parser' ? 'parser' : asked > 1 ? 'model, asked twice' : 'model';
  return { score: scoreOf(text, plannedOf(plan)), reader, notes: readBy.notes ?? [] };
}

/** How a half is read by answers that were recorded. */
export async function readHalf(half: Half, folders: PromptFolders = {}): Promise<readonly ReadText[]> {
  const answers = answersIn(folders.answers ?? RECORDED);
  const read = [];
  for (const text of casesOf(half)) read.push(await readText(text, folders, answers));
  return read;
}

/** The plan as the handler keeps it. */
function plannedOf({ tasks, brief }: Pick<Awaited<ReturnType<typeof planWithModel>>, 'tasks' | 'brief'>) {
  if (tasks.length === 0) return { tasks: [], brief };
  const planner = new Planner();
  planner.process({ type: 'Initialize', tasks, brief });
  return planner.state;
}

async function print(): Promise<void> {
  const { values } = parseArgs({
    options: { half: { type: 'string' }, prompts: { type: 'string' }, answers: { type: 'string' } },
  });
  if (values.half !== 'open' && values.half !== 'held') {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  const half: Half = values.half;
  const read = await readHalf(half, values);
  if (values.prompts !== undefined) {
    console.log(`${read.length} prompts in ${values.prompts}`);
    return;
  }
  if (half === 'open') {
    for (const { score, reader, notes } of read) {
      if (score.misses.length > 0 || notes.length > 0)
        console.log([`${score.id} (${reader})`, ...notes, ...score.misses].join('\n  '));
    }
  }
  for (const [reader, texts = []] of Object.entries(Object.groupBy(read, ({ reader }) => reader)))
    console.log(half, `read by: ${reader}`, totalOf(texts.map(({ score }) => score)));
  console.log(half, totalOf(read.map(({ score }) => score)));
}

if (import.meta.main) await print();
