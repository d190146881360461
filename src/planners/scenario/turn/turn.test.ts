import { describe, expect, it } from 'vitest';
import {
  draft,
  guidance,
  inputRequired,
  received,
  sent,
  talk,
} from '../../../../test/conversation-fixture.ts';
import { scriptedModel } from '../../../testing/index.ts';
import { BEFORE_CONVERSATION } from '../../conversation.ts';
import { libraryLoan, turnOn } from '../fixtures/library-loan.ts';
import { promptOf, say, step, types, value } from '../fixtures/scripted-steps.ts';
import { createScenarioPlanner, ScenarioConfig } from '../index.ts';

const message = received('m1', 'May I keep the book until April?');

describe('a turn', () => {
  it('records every action in order, and ends in a message', async () => {
    const llm = scriptedModel([
      step('find_loan', { loan: 'L123' }, 'I need the loan.'),
      value({ title: 'The Tin Drum' }),
      say('Which day?'),
    ]);
    const { output } = await turnOn([message], llm);
    expect(output).toEqual([
      {
        type: 'tool_call',
        callId: 'call-1',
        name: 'find_loan',
        args: { loan: 'L123' },
        why: 'I need the loan.',
      },
      { type: 'tool_result', callId: 'call-1', ok: true, result: { title: 'The Tin Drum' } },
      { type: 'compose_intent', composeId: 'compose-2', text: 'Which day?', why: 'because' },
    ]);
  });

  it('takes constant time however many other facts there are', async () => {
    const [noise, first] = [{ ...message, type: 'note_added' }, message].map((fact, at) => ({
      id: `f${at}`,
      ts: '2026-01-01T00:00:00.000Z',
      v: 1,
      seq: at + 1,
      ...fact,
    }));
    let reads = 0;
    const journal = new Proxy([first, ...Array(1_000_000).fill(noise), first], {
      get(target, key, receiver) {
        if (/^\d+$/.test(String(key))) reads += 1;
        return Reflect.get(target, key, receiver);
      },
    });
    const output = await createScenarioPlanner().plan(
      { cut: { seq: journal.length }, facts: journal, state: BEFORE_CONVERSATION },
      {
        hud() {},
        newId: (prefix = 'id') => `${prefix}-1`,
        files: { all: () => [], find: () => undefined },
        readAttachment: async () => new Uint8Array(),
        config: ScenarioConfig.parse({ resolvedScenario: libraryLoan, myAgentId: 'library' }),
        llm: scriptedModel([say('Which day?')]),
        signal: new AbortController().signal,
      },
    );
    expect(types(output)).toEqual(['compose_intent']);
    expect(reads).toBeLessThan(12_000);
  });

  it('shows the model the result of each step', async () => {
    const llm = scriptedModel([step('find_loan', { loan: 'L123' }), value('found'), say('Hello.')]);
    await turnOn([message], llm);
    expect(promptOf(llm, 2)).toContain(
      '{"tool":"find_loan","args":{"loan":"L123"},"result":"found"}\n</history>',
    );
    expect(promptOf(llm, 2)).toContain('<step>\n{"number":2,"of":20}\n</step>');
  });

  it('gives the oracle the tool, the call and the agent', async () => {
    const llm = scriptedModel([step('find_loan', { loan: 'L123' }), value(1), say('Hello.')]);
    await turnOn([message], llm);
    expect(llm.requests[1]?.json?.name).toBe('scenario_oracle');
    expect(promptOf(llm, 1)).toContain('<call>\n{"loan":"L123"}\n</call>');
    expect(promptOf(llm, 1)).toContain('"synthesisGuidance":"The title and the date it is due."');
    expect(promptOf(llm, 1)).toContain('The Tin Drum');
  });

  it('ends in a question to the person', async () => {
    const llm = scriptedModel([
      step('sendMessageToMyPrincipal', { text: 'Is April fine?', required: true, placeholder: 'yes or no' }),
    ]);
    const { output } = await turnOn([message], llm);
    expect(output).toEqual([
      {
        type: 'agent_question',
        qid: 'question-1',
        prompt: 'Is April fine?',
        required: true,
        placeholder: 'yes or no',
      },
    ]);
  });

  it.each([
    ['sleep', { reason: 'I wait for the post.' }, { type: 'sleep', reason: 'I wait for the post.' }],
    ['sleep', {}, { type: 'sleep' }],
    ['done', { summary: 'All settled.' }, { type: 'sleep', reason: 'Done: All settled.' }],
    ['done', {}, { type: 'sleep', reason: 'Done.' }],
    ['done', '', { type: 'sleep', reason: 'Done.' }],
  ])('ends by %s with %j', async (tool, args, closing) => {
    const { output } = await turnOn([message], scriptedModel([step(tool, args)]));
    expect(output).toEqual([closing]);
  });

  it.each([[[]], [['readAttachment' as const]]])(
    'ends asleep without calling the model if nothing can end it: %j',
    async (enabledCoreTools) => {
      const llm = scriptedModel([]);
      const { output } = await turnOn([message], llm, {
        config: { enabledCoreTools, enabledTools: ['find_loan'] },
      });
      expect(output).toEqual([{ type: 'sleep', reason: 'No tool that ends a turn is enabled.' }]);
      expect(llm.requests).toHaveLength(0);
    },
  );

  it('ends asleep with the reason if no step has ended it', async () => {
    const llm = scriptedModel([
      step('find_loan', { loan: 'L123' }),
      value(1),
      step('find_loan', { loan: 'L124' }),
      value(2),
    ]);
    const { output } = await turnOn([message], llm, { config: { maxInlineSteps: 2 } });
    expect(types(output)).toEqual(['tool_call', 'tool_result', 'tool_call', 'tool_result', 'sleep']);
    expect(output.at(-1)).toMatchObject({
      reason: 'Stopped after 2 steps, and none of them ended the turn.',
    });
    expect(promptOf(llm, 2)).toMatch(/last step of this turn/);
  });

  it('reports its progress', async () => {
    const llm = scriptedModel([step('find_loan', { loan: 'L123' }), value(1), say('Hello.')]);
    const { shown } = await turnOn([message], llm);
    expect(shown).toEqual([
      ['reading', undefined],
      ['planning', 'Step 1 of 20'],
      ['tool', 'find_loan'],
      ['planning', 'Step 2 of 20'],
    ]);
  });

  it('ends at once when the pass does', async () => {
    const abort = new AbortController();
    const llm = scriptedModel([
      () => {
        abort.abort(new Error('overtaken'));
        return step('find_loan', { loan: 'L123' });
      },
    ]);
    await expect(turnOn([message], llm, { signal: abort.signal })).rejects.toThrow('overtaken');
    expect(llm.requests).toHaveLength(1);
  });

  it('needs a scenario and an agent', async () => {
    const config = { myAgentId: 'nobody' };
    await expect(turnOn([message], scriptedModel([]), { config })).rejects.toThrow(/library, reader/);
    const empty = { resolvedScenario: undefined } as object;
    await expect(turnOn([message], scriptedModel([]), { config: empty })).rejects.toMatchObject({
      code: 'scenario-not-ready',
    });
  });
});

describe('a minimal config', () => {
  const plan = (config: object) =>
    createScenarioPlanner().plan(
      { cut: { seq: 0 }, facts: [] },
      {
        hud() {},
        newId: (prefix = 'id') => `${prefix}-1`,
        readAttachment: async () => new Uint8Array(),
        // What a program that is not written in TypeScript may pass.
        config: config as ScenarioConfig,
        llm: scriptedModel([say('Which day?')]),
        signal: new AbortController().signal,
      },
    );

  it('selects the first agent, with all its tools', async () => {
    expect(await plan({ resolvedScenario: libraryLoan })).toMatchObject([{ text: 'Which day?' }]);
  });

  it('is insufficient without a scenario', async () => {
    await expect(plan({})).rejects.toMatchObject({ code: 'scenario-not-ready' });
  });

  it('fits into a link', () => {
    const config = { scenarioUrl: 'https://example.com/a.json' } as ScenarioConfig;
    expect(createScenarioPlanner().dehydrate?.(config)).toEqual(config);
  });
});

describe('the first message', () => {
  const config = { myAgentId: 'reader' };
  const opening = 'May I keep the book until April?';

  it('is that of the scenario, verbatim and without a model', async () => {
    const { output } = await turnOn([inputRequired], scriptedModel([]), { config });
    expect(output).toEqual([{ type: 'compose_intent', composeId: 'compose-1', text: opening }]);
  });

  it.each([
    ['guidance was given', [inputRequired, guidance('g1')]],
    [
      'it was turned down',
      [inputRequired, draft('c1', opening), { type: 'compose_dismissed', composeId: 'c1' }],
    ],
    ['the other side began', [inputRequired, message]],
  ])('is the model’s if %s', async (_, facts) => {
    const { output } = await turnOn(facts, scriptedModel([say('Another one.')]), { config });
    expect(output).toMatchObject([{ text: 'Another one.' }]);
  });
});

describe('a failing step', () => {
  it.each([
    ['no such tool', step('burn_book'), /no tool of that name.*find_loan/],
    ['no arguments', step('find_loan'), /loan/],
    ['wrong arguments', step('find_loan', { loan: 'X' }), /loan: String does not match pattern/],
    ['arguments too many', step('find_loan', { loan: 'L123', why: 1 }), /why/],
    ['arguments that are no object', step('find_loan', 'L123'), /must be an object/],
    ['an empty message', say(' '), /text: /],
    ['a file that is not there', say('See the file.', { attachments: ['bill.pdf'] }), /no file "bill.pdf"/],
    ['reading a file that is not there', step('readAttachment', { name: 'bill.pdf' }), /There are: none/],
  ])('is reported to the model and recorded: %s', async (_, wrong, error) => {
    const llm = scriptedModel([wrong, say('Sorry.')]);
    const { output } = await turnOn([message], llm);
    expect(types(output)).toEqual(['tool_call', 'tool_result', 'compose_intent']);
    expect(output[1]).toMatchObject({ ok: false, error: expect.stringMatching(error) });
    expect(promptOf(llm, 1)).toMatch(/"error":".*}\n<\/history>/);
  });

  it('counts as a step, so that a model that ignores it still finishes', async () => {
    const llm = scriptedModel(Array.from({ length: 5 }, () => step('burn_book')));
    const { output } = await turnOn([message], llm, { config: { maxInlineSteps: 5 } });
    expect(output.at(-1)?.type).toBe('sleep');
    expect(llm.requests).toHaveLength(5);
  });

  it('ends the pass if the model returns no decision at all', async () => {
    const llm = scriptedModel(['no', 'idea', 'sorry']);
    await expect(turnOn([message], llm)).rejects.toMatchObject({ code: 'model-bad-output' });
  });
});

describe('tools', () => {
  it('that are disabled are neither shown nor called', async () => {
    const config = { enabledTools: ['print_receipt'], enabledCoreTools: ['done'] } as const;
    const llm = scriptedModel([step('find_loan', { loan: 'L123' }), say('Hello.'), step('done')]);
    const { output } = await turnOn([message], llm, { config });
    expect(output).toMatchObject([
      { name: 'find_loan' },
      { ok: false, error: 'There is no tool of that name. There are: print_receipt, done.' },
      { name: 'sendMessageToRemoteAgent' },
      { ok: false },
      { type: 'sleep', reason: 'Done.' },
    ]);
    expect(promptOf(llm, 0)).not.toContain('"tool":"find_loan"');
    expect(promptOf(llm, 0)).not.toContain('"tool":"sleep"');
  });

  it('accept arguments that are JSON within the JSON', async () => {
    const llm = scriptedModel([step('find_loan', '{"loan": "L123"}'), value(1), say('Hello.')]);
    const { output } = await turnOn([message], llm);
    expect(output[0]).toMatchObject({ args: { loan: 'L123' } });
  });
});

describe('a message', () => {
  it.each([
    ['completed', { nextStateHint: 'completed' }],
    ['rejected', { nextStateHint: 'rejected' }],
  ])('can end the conversation as %s', async (nextState, expected) => {
    const { output } = await turnOn([message], scriptedModel([say('Bye.', { nextState })]));
    expect(output).toMatchObject([expected]);
  });

  it('leaves the next state open if the other side is to answer', async () => {
    const { output } = await turnOn([message], scriptedModel([say('Yes?', { nextState: 'input-required' })]));
    expect(output[0]).not.toHaveProperty('nextStateHint');
  });
});

it("a person's guidance reaches every decision", async () => {
  const llm = scriptedModel([say('Hello.')]);
  const facts = [
    sent('m0'),
    message,
    { type: 'agent_question', qid: 'q1', prompt: 'Until when?' },
    { type: 'user_answer', qid: 'q1', text: 'Until May.' },
    guidance('g1', 'Be strict.'),
  ];
  await turnOn(facts, llm, { config: { instructions: 'Write in verse.' } });
  expect(promptOf(llm, 0)).toContain('<instructions>\n"Write in verse."\n</instructions>');
  expect(promptOf(llm, 0)).toContain(
    [
      '<history>',
      '{"from":"me","text":"hi"}',
      '{"from":"other","text":"May I keep the book until April?"}',
      '{"asked":"Until when?"}',
      '{"from":"principal","answer":"Until May.","question":"Until when?"}',
      '{"from":"principal","guidance":"Be strict."}',
      '</history>',
    ].join('\n'),
  );
});

it('a turn that has read much still knows its topic, and what it read last', async () => {
  const page = 'x'.repeat(20_000);
  const numbers = [1, 2, 3, 4, 5, 6];
  const llm = scriptedModel([
    ...numbers.flatMap((number) => [step('find_loan', { loan: `L12${number}` }), value(`${number} ${page}`)]),
    say('Hello.'),
  ]);
  await turnOn([guidance('g1', 'Be strict.'), message], llm);
  const prompt = promptOf(llm, numbers.length * 2);
  expect(prompt).toContain('May I keep the book');
  expect(prompt).toContain('Be strict.');
  expect(prompt).toContain(`"result":"6 ${page}"`);
  for (const number of numbers) expect(prompt).toContain(`"args":{"loan":"L12${number}"},"result":"`);
  expect(prompt.length).toBeLessThan(100_000);
});

it('a turn shows the first message and the end of a very long journal, and says that there is more', async () => {
  const llm = scriptedModel([say('Hello.')]);
  const noise = Array.from({ length: 20_000 }, () => ({ type: 'status_changed', a2a: 'working' }));
  await turnOn([received('m0', 'long ago'), ...noise, message], llm);
  expect(promptOf(llm, 0)).toMatch(/long ago.*\n.*leftOut/);
  expect(promptOf(llm, 0)).toContain('May I keep the book');
});

it('a turn in a long conversation knows the first message, all guidance, and a summary of the middle', async () => {
  const llm = scriptedModel([say('Hello.')]);
  const long = (at: number) =>
    received(`m${at}`, `letter ${at} begins ${'x'.repeat(30_000)} letter ${at} ends`);
  const letters = Array.from({ length: 8 }, (_, at) => long(at + 1));
  await turnOn([received('m0', 'The first.'), guidance('g1', 'At most 565.'), ...letters, message], llm);
  const prompt = promptOf(llm, 0);
  expect(prompt).toContain('"The first."');
  expect(prompt).toContain('At most 565.');
  for (const at of [1, 2, 3, 4, 5, 6, 7, 8]) expect(prompt).toContain(`letter ${at} begins`);
  expect(prompt).toMatch(/letter 1 begins x+ \[…\] x+ letter 1 ends","summarised":true/);
  expect(prompt).toContain('May I keep the book');
  expect(prompt.length).toBeLessThan(120_000);
});

it('the harness commits the actions of a turn unchanged', async () => {
  const { harness, append, story, facts } = talk();
  await append(inputRequired, message);
  const llm = scriptedModel([step('find_loan', { loan: 'L123' }), value({ title: 'x' }), say('Which day?')]);
  const config = ScenarioConfig.parse({ resolvedScenario: libraryLoan, myAgentId: 'library' });
  const planner = createScenarioPlanner();
  await harness((input, context) => planner.plan(input, { ...context, config }), { llm }).runPlanningPass();
  expect(await story()).toEqual([
    'status_changed',
    'remote_received',
    'tool_call',
    'tool_result',
    'pass_step_committed',
    'compose_intent',
  ]);
  expect((await facts()).at(-1)).toMatchObject({ type: 'pass_settled', outcome: 'committed' });
});

it('actions before a failure stay', async () => {
  const { harness, append, story } = talk();
  await append(inputRequired, message);
  const llm = scriptedModel([
    step('find_loan', { loan: 'L123' }),
    value('The Tin Drum'),
    { error: 'model-unauthorized' },
  ]);
  const planner = createScenarioPlanner();
  const config = ScenarioConfig.parse({ resolvedScenario: libraryLoan, myAgentId: 'library' });
  await harness((input, context) => planner.plan(input, { ...context, config, llm })).runPlanningPass();
  expect((await story()).slice(2)).toEqual([
    'tool_call',
    'tool_result',
    'pass_step_committed',
    'planner_error',
  ]);
});
