import { generateText, isStepCount, type ToolSet } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import type { ToolInvoked } from '../../kernel/session/facts.ts';
import { Session } from '../../kernel/session/session.ts';
import { Plan } from '../plan/plan.ts';
import { PlanningToolsSection } from '../prompt/planning-tools-section.ts';
import { toAiSdkTools } from './adapters.ts';

type Call = readonly [tool: string, input: unknown];

/** A model that makes these calls, one list a turn, and then says that it is done. */
function scripted(...turns: readonly Call[][]): MockLanguageModelV4 {
  let turn = 0;
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const calls = turns[turn++];
      return {
        content: calls?.map(([toolName, input], i) => ({
          type: 'tool-call',
          toolCallId: `call-${turn}-${i}`,
          toolName,
          input: JSON.stringify(input),
        })) ?? [{ type: 'text', text: 'All done.' }],
        finishReason: { unified: calls ? 'tool-calls' : 'stop', raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 1, text: 1, reasoning: undefined },
        },
        warnings: [],
      };
    },
  });
}

async function run(model: MockLanguageModelV4) {
  const section = new PlanningToolsSection({ session: new Session() });
  const events: ToolInvoked[] = [];
  section.session.bus.subscribe<ToolInvoked>('ToolInvoked', (event) => events.push(event));
  const tools: ToolSet = toAiSdkTools(section);
  const { text } = await generateText({
    model,
    tools,
    instructions: section.render(),
    prompt: 'Ship it.',
    stopWhen: isStepCount(10),
  });
  return { section, events, text };
}

/** What the model was told last about its calls. */
function toldTo(model: MockLanguageModelV4): unknown[] {
  return (model.doGenerateCalls.at(-1)?.prompt ?? []).flatMap((message) =>
    message.role === 'tool'
      ? message.content.flatMap((part) => (part.type === 'tool-result' ? [part.output] : []))
      : [],
  );
}

const setup: Call = [
  'planning_setup_plan',
  { objective: 'Ship it', initial_steps: [{ title: 'Build' }, { title: 'Test' }] },
];

describe('an agent of the AI SDK', () => {
  it('plans, and reads the messages of the tools', async () => {
    const model = scripted(
      [setup],
      [['planning_mark_step', { step_id: 'S001', status: 'done', note: 'Green' }]],
      [['planning_mark_step', { step_id: 'S002', status: 'done' }]],
    );
    const { section, text } = await run(model);
    expect(text).toBe('All done.');
    expect(section.session.select(Plan)[0]).toMatchObject({
      status: 'completed',
      steps: [{ notes: ['Green'] }, {}],
    });
    expect(toldTo(model)).toEqual([
      { type: 'text', value: expect.stringContaining('S001, S002') },
      { type: 'text', value: 'S001 is done: Build\nThe plan is active.' },
      { type: 'text', value: 'S002 is done: Test\nThe plan is completed.' },
    ]);
  });

  it('makes many calls in one turn, and none is lost', async () => {
    const adding = Array.from(
      { length: 32 },
      (_, i): Call => ['planning_add_step', { steps: [{ title: `Step ${i}` }] }],
    );
    const { section } = await run(scripted([setup], adding));
    expect(new Set(section.session.select(Plan)[0]?.steps.map(({ stepId }) => stepId)).size).toBe(34);
  });

  it('reads why a call was refused and corrects it, and the refusal is recorded', async () => {
    const model = scripted(
      [['planning_setup_plan', { objective: 'Ship it', initial_steps: [{ title: 'x'.repeat(161) }] }]],
      [['planning_setup_plan', { objective: 'Ship it', steps: [] }]],
      [['planning_mark_step', { step_id: 7 }]],
      [setup],
    );
    const { section, events } = await run(model);
    expect(toldTo(model)).toEqual([
      { type: 'error-text', value: 'Title must be <= 160 characters. (field: initial_steps[0].title)' },
      { type: 'error-text', value: 'Unknown field steps. (field: steps)' },
      { type: 'error-text', value: 'Step id must be a string. (field: step_id)' },
      { type: 'text', value: expect.stringContaining('S001, S002') },
    ]);
    expect(events.map(({ success }) => success)).toEqual([false, false, false, true]);
    expect(section.session.version).toBe(1);
  });

  it('is offered the tools with their schemas and the section as its instructions', async () => {
    const model = scripted([setup]);
    const { section } = await run(model);
    const [asked] = model.doGenerateCalls;
    expect(asked?.tools?.map(({ name }) => name)).toEqual(section.tools.map(({ name }) => name));
    expect(asked?.tools?.[3]).toMatchObject({
      description: expect.stringContaining('status of a step'),
      inputSchema: { type: 'object', required: ['step_id', 'status'], additionalProperties: false },
      inputExamples: [{ input: { step_id: 'S001' } }],
    });
    expect(asked?.prompt[0]).toMatchObject({ role: 'system', content: section.render() });
  });
});
