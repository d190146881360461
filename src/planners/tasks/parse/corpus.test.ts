import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TaskAttachment } from '../facts.ts';
import { parsePlan } from './parse-tasks.ts';

const linesOf = (file: string) =>
  readFileSync(new URL(`corpus/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');

/** A text as people write it, and the steps that a reader of it would name. */
const Plan = z.strictObject({
  group: z.string(),
  name: z.string(),
  input: z.string(),
  steps: z.array(
    z.strictObject({
      description: z.string(),
      kind: z.enum(['Processing', 'ToolCall', 'Clarification']),
      attachments: z.array(TaskAttachment),
      done: z.boolean().optional(),
    }),
  ),
  /** What else it says, where that is what the text is there for. */
  brief: z.looseObject({}).default({}),
});

/** A text, and how many tasks, rules and so on it has, or which tasks wait for which. */
const Reading = z.strictObject({
  text: z.string(),
  tasks: z.int().optional(),
  rules: z.int().optional(),
  acceptance: z.int().optional(),
  background: z.int().optional(),
  order: z.array(z.array(z.int())).optional(),
  /** What its rule is about. */
  naming: z.string().optional(),
});

/** A sentence beside a task, and what it adds to that. */
const Phrase = z.tuple([z.enum(['task', 'condition', 'statement']), z.string()]);

const plans = linesOf('plans.jsonl').map((line) => Plan.parse(JSON.parse(line)));
const readings = linesOf('readings.jsonl').map((line) => Reading.parse(JSON.parse(line)));
const phrases = linesOf('phrases.tsv').map((line) => Phrase.parse(line.split('\t')));

/** The steps without their order and how links are used, which have tests of their own. */
function stepsOf(input: string) {
  return parsePlan(input).tasks.map(({ dependsOn: _, attachments, ...step }) => ({
    ...step,
    attachments: attachments.map(({ mentioned: __, ...attachment }) => attachment),
  }));
}

/** What a sentence adds to a plan with one task. */
function addedBy(sentence: string) {
  const { tasks, brief } = parsePlan(`Fix the parser bug in the reader. ${sentence}`);
  return { tasks: tasks.length - 1, conditions: brief.constraints.length + brief.acceptance.length };
}

describe.each([...new Set(plans.map(({ group }) => group))])('a text of the corpus of %s', (group) => {
  const cases = plans.filter((plan) => plan.group === group);

  it.each(cases)('is read as people read it: $name', ({ input, steps, brief }) => {
    expect(stepsOf(input)).toEqual(steps);
    expect(parsePlan(input).brief).toMatchObject(brief);
  });

  it('is read the same with Windows line endings', () => {
    for (const { input, steps } of cases) expect(stepsOf(input.replace(/\r?\n/g, '\r\n'))).toEqual(steps);
  });
});

describe('a phrase beside a task', () => {
  it.each(phrases)('is a %s: %s', (role, text) => {
    const { tasks, conditions } = addedBy(text);
    expect(tasks).toBe(role === 'task' ? 1 : 0);
    if (role === 'condition') expect(conditions).toBeGreaterThan(0);
    if (role === 'statement') expect(conditions).toBe(0);
  });
});

it.each(readings)('reads what is asked for, and in which order: $text', ({ text, naming, ...wanted }) => {
  const { tasks, brief } = parsePlan(text);
  const found = {
    tasks: tasks.length,
    rules: brief.constraints.length,
    acceptance: brief.acceptance.length,
    background: brief.background.length,
    order: tasks.map(({ dependsOn = [] }) => [...dependsOn]),
  };
  expect(found).toMatchObject(wanted);
  if (naming !== undefined) expect(brief.constraints.join()).toContain(naming);
});

describe('the corpus', () => {
  it('names each text once', () => {
    const names = plans.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const texts = [...readings.map(({ text }) => text), ...phrases.map(([, text]) => text)];
    expect(new Set(texts).size).toBe(texts.length);
  });
});
