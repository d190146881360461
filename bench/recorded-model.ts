import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { jsonInstruction } from '../src/model/answers/json-format.ts';
import { ModelError } from '../src/model/error.ts';
import type { Llm, LlmAnswer, LlmRequest } from '../src/model/llm.ts';

/** Where prompts are written to and answers are read from. */
export interface PromptFolders {
  readonly prompts?: string | undefined;
  readonly answers?: string | undefined;
}

const AnswerLine = z.object({ id: z.string(), answer: z.union([z.string(), z.looseObject({})]) });

/** The answers of a folder by their id: `ID.json`, `ID.md` or `ID.txt`, and lines of `{id, answer}` in `*.jsonl`. */
export function answersIn(folder: string | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (folder === undefined || !existsSync(folder)) return found;
  for (const file of readdirSync(folder).toSorted()) {
    const text = readFileSync(join(folder, file), 'utf8');
    const [, id = '', ending = ''] = /^(.+)\.(jsonl|json|md|txt)$/.exec(file) ?? [];
    if (ending === 'jsonl') {
      for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
        const { id: of, answer } = AnswerLine.parse(JSON.parse(line));
        found.set(of, typeof answer === 'string' ? answer : JSON.stringify(answer));
      }
    } else if (ending !== '') found.set(id, text);
  }
  return found;
}

/**
 * A model for one case whose answers were recorded. Its first prompt is `ID`, the next `ID.2`: one without an answer
 * is written to the folder for prompts, and fails, so that the planner goes on as it does without a model.
 */
export function recordedModel(
  id: string,
  { prompts }: PromptFolders,
  answers: ReadonlyMap<string, string>,
): Llm {
  let asked = 0;
  return {
    id: 'recorded',
    demo: false,
    async generate(request): Promise<LlmAnswer> {
      if (request.json?.name === 'things_to_do') throw noAnswer(id);
      const name = ++asked === 1 ? id : `${id}.${asked}`;
      const text = answers.get(name);
      if (prompts !== undefined) writePrompt(prompts, name, request);
      if (text === undefined) throw noAnswer(name);
      return { text, finish: 'stop', usage: { inputTokens: 0, outputTokens: 0 } };
    },
  };
}

/** What a model is told of every text is written once, what it is told of this one for itself. */
function writePrompt(folder: string, name: string, { system = '', json, messages }: LlmRequest): void {
  mkdirSync(folder, { recursive: true });
  const shared = join(folder, `SYSTEM-${json?.name ?? 'text'}.md`);
  if (!existsSync(shared)) writeFileSync(shared, `${system}\n\n${json ? jsonInstruction(json) : ''}\n`);
  const texts = messages.map(({ role, text }) => (messages.length === 1 ? text : `## ${role}\n${text}`));
  writeFileSync(
    join(folder, `${name}.md`),
    `(after SYSTEM-${json?.name ?? 'text'}.md)\n\n${texts.join('\n\n')}\n`,
  );
}

function noAnswer(id: string): ModelError {
  return new ModelError('model-failed', {
    expected: `an answer to the prompt ${id}`,
    actual: 'none',
    fix: 'Put one into the folder for answers.',
  });
}
