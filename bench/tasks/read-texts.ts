import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ModelError } from '../../src/model/error.ts';
import { jsonInstruction } from '../../src/model/json-format.ts';
import type { Llm, LlmRequest } from '../../src/model/llm.ts';
import { Planner } from '../../src/planners/tasks/handler.ts';
import { planWithModel } from '../../src/planners/tasks/plan-with-model.ts';
import { scoreOf, type TextCase, type TextScore } from './text-scores.ts';
import { casesOf, type Half, totalOf } from './texts.ts';

const USAGE = `Measures how a language model reads the texts, without a provider: somebody else has the prompts answered.
  node bench/tasks/read-texts.ts --half open --prompts FOLDER   writes ID.prompt.md for each text: all that the product sends
  node bench/tasks/read-texts.ts --half open --answers FOLDER   scores ID.answer.json, read and checked as the product does
An answer that does not hold leads to ID.2.prompt.md, to be answered in ID.2.answer.json. Without that the first one is
mended, and where that cannot be done the parser reads the text.`;

/** Asks nobody: its questions are files of a folder, and so are the answers. */
function folderModel(folder: string, name: string): Llm {
  let attempt = 0;
  return {
    id: 'folder',
    demo: false,
    async generate(request) {
      attempt += 1;
      const file = path.join(folder, attempt === 1 ? name : `${name}.${attempt}`);
      writeFileSync(`${file}.prompt.md`, promptText(request));
      if (!existsSync(`${file}.answer.json`)) throw unanswered(file);
      const text = readFileSync(`${file}.answer.json`, 'utf8');
      return { text, finish: 'stop', usage: { inputTokens: 0, outputTokens: 0 } };
    },
  };
}

function promptText({ system = '', messages, json }: LlmRequest): string {
  return [
    `=== system\n${system}`,
    ...messages.map(({ role, text }) => `=== ${role}\n${text}`),
    ...(json ? [`=== answer\n${jsonInstruction(json)}`] : []),
  ].join('\n\n');
}

function unanswered(file: string): ModelError {
  return new ModelError('model-unreachable', {
    expected: `${file}.answer.json`,
    actual: 'no such file',
    fix: 'Have the prompt answered.',
  });
}

interface ReadText {
  readonly score: TextScore;
  /** Who read it, and what there is to say about that. */
  readonly reader: string;
  readonly notes: readonly string[];
}

async function readText(text: TextCase, folder: string): Promise<ReadText> {
  const { readBy, ...plan } = await planWithModel(text.text, { llm: folderModel(folder, text.id) });
  const isRetried = existsSync(path.join(folder, `${text.id}.2.prompt.md`));
  const reader = readBy.reader === 'parser' ? 'parser' : isRetried ? 'model, asked twice' : 'model';
  return { score: scoreOf(text, plannedOf(plan)), reader, notes: readBy.notes ?? [] };
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
  const folder = values.prompts ?? values.answers;
  if ((values.half !== 'open' && values.half !== 'held') || folder === undefined) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  mkdirSync(folder, { recursive: true });
  const half: Half = values.half;
  const read = [];
  for (const text of casesOf(half)) read.push(await readText(text, folder));
  if (values.prompts !== undefined) {
    console.log(`${read.length} prompts in ${folder}`);
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
