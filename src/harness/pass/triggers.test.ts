import { describe, expect, it } from 'vitest';
import {
  answer,
  answering,
  asleep,
  draft,
  guidance,
  inputRequired,
  question,
  received,
  sent,
  talk,
  working,
} from '../../../test/conversation-fixture.ts';
import { openJournal, type ProposedFact } from '../../journal/index.ts';
import { digestOf } from '../drafts/digest.ts';
import { userInputFamily } from '../family.ts';
import { createHarness } from '../harness.ts';
import type { HarnessOptions } from '../harness-options.ts';

/** How often the planner is called on these facts, and why the harness rests then. */
async function planned(given: readonly ProposedFact[], options: HarnessOptions = {}) {
  const { harness, append } = talk();
  await append(...given);
  const { plan, inputs } = answering([asleep]);
  const { rest } = await harness(plan, options).runPlanningPass();
  return { calls: inputs.length, rest };
}

const drafted = (composeId: string, text = 'hi') => ({
  ...draft(composeId, text),
  digest: digestOf({ composeId, text }),
});

describe('a pass is triggered', () => {
  it.each([
    ['when the status becomes input-required', [inputRequired]],
    ['by a message while it is the latest public one', [inputRequired, received('m1')]],
    ['by guidance', [inputRequired, guidance('g1')]],
    ['by an answer', [inputRequired, question('q1'), answer('q1')]],
    ['by guidance that came before the turn did', [working, guidance('g1'), inputRequired]],
    [
      'by a dismissal that asks for another draft',
      [inputRequired, drafted('c1'), { type: 'compose_dismissed', composeId: 'c1', regenerate: true }],
    ],
  ])('%s', async (_, given) => {
    expect(await planned(given)).toMatchObject({ calls: 1, rest: 'no-trigger' });
  });

  const settled = (triggers: Record<string, number>) => ({
    type: 'pass_settled',
    triggers,
    outcome: 'empty',
  });
  it.each<[string, readonly ProposedFact[], string]>([
    ['nothing at all', [], 'no-trigger'],
    ['another status', [working], 'no-trigger'],
    ['a message while the other side works', [received('m1'), working], 'gate'],
    ['guidance while the other side works', [working, guidance('g1')], 'gate'],
    ['a conversation without a status', [received('m1')], 'gate'],
    [
      'a message that was answered',
      [inputRequired, settled({ status: 1 }), received('m1'), sent('m2')],
      'no-trigger',
    ],
    ['our own message', [inputRequired, settled({ status: 1 }), sent('m1')], 'no-trigger'],
    [
      'the result of a tool',
      [inputRequired, settled({ status: 1 }), { type: 'tool_result', callId: 'c', ok: true }],
      'no-trigger',
    ],
    [
      'a dismissal that asks for nothing',
      [inputRequired, settled({ status: 1 }), drafted('c1'), { type: 'compose_dismissed', composeId: 'c1' }],
      'no-trigger',
    ],
    [
      'a dismissal that comes after the approval',
      [
        inputRequired,
        settled({ status: 1 }),
        drafted('c1'),
        {
          type: 'compose_approved',
          composeId: 'c1',
          digest: digestOf({ composeId: 'c1', text: 'hi' }),
          by: 'user',
        },
        { type: 'compose_dismissed', composeId: 'c1', regenerate: true },
        sent('m1', 'c1'),
      ],
      'no-trigger',
    ],
    ['an archived session', [inputRequired, { type: 'session_archived' }], 'archived'],
  ])('not by %s', async (_, given, rest) => {
    expect(await planned(given)).toEqual({ calls: 0, rest });
  });
});

describe('each trigger', () => {
  it('is planned for once, even by a new harness', async () => {
    const { harness, append, types } = talk();
    await append(inputRequired, received('m1'));
    const { plan, inputs } = answering([asleep]);
    const first = harness(plan);
    await first.runPlanningPass();
    await first.runPlanningPass();
    await harness(plan).runPlanningPass();
    expect(inputs).toHaveLength(1);
    expect(await types()).toEqual(['status_changed', 'remote_received', 'claimed', 'sleep', 'pass_settled']);
  });

  it('is planned again when there is a newer fact of its kind', async () => {
    const { harness, append } = talk();
    await append(inputRequired);
    const { plan, inputs } = answering([]);
    const one = harness(plan);
    await one.runPlanningPass();
    for (const fact of [guidance('g1'), guidance('g2'), received('m1'), working, inputRequired]) {
      await append(fact);
      await one.runPlanningPass();
    }
    expect(inputs).toHaveLength(5);
  });

  it.each([
    ['a commit', [asleep], 'committed'],
    ['an empty output', [], 'empty'],
    ['a refused output', 'nonsense', 'error'],
  ])('is settled by %s, in the same batch', async (_, output, outcome) => {
    const { harness, append, facts } = talk();
    await append(inputRequired, guidance('g1'));
    const report = await harness(answering(output).plan).runPlanningPass();
    expect(report).toMatchObject({ outcome, rest: 'no-trigger' });
    const last = (await facts()).at(-1);
    expect(last).toMatchObject({ type: 'pass_settled', outcome, triggers: { status: 1, guidance: 2 } });
  });

  it('counts in the projection that is read from the journal', async () => {
    const { harness, append, conversation } = talk();
    await append(inputRequired, received('m1'), guidance('g1'));
    await harness(answering([]).plan).runPlanningPass();
    const { triggers } = await conversation();
    expect(['status', 'inbound', 'guidance', 'answer'].map((kind) => triggers.plannedSeq(kind))).toEqual([
      1, 2, 3, 0,
    ]);
  });
});

describe('what a planner reads', () => {
  it('is every fact up to the cut, without bookkeeping', async () => {
    const { harness, append } = talk();
    await append(inputRequired);
    const { plan, inputs } = answering([asleep]);
    const one = harness(plan);
    await one.runPlanningPass();
    await append(guidance('g1'));
    await one.runPlanningPass();
    const [first, second] = inputs;
    expect(first?.facts.map(({ type }) => type)).toEqual(['status_changed']);
    expect(second?.facts.map(({ type }) => type)).toEqual(['status_changed', 'sleep', 'user_guidance']);
    expect(second?.cut.seq).toBe(6);
  });
});

describe('the family of planners that answer a person', () => {
  const family = userInputFamily({ closing: ['trip_planned'] });

  it('plans on what a person says, whatever the status', async () => {
    expect(await planned([{ type: 'user_input', text: 'Lisbon' }], { family })).toMatchObject({ calls: 1 });
    expect(await planned([inputRequired, received('m1')], { family })).toEqual({
      calls: 0,
      rest: 'no-trigger',
    });
  });

  it('lets its output end in its own fact', async () => {
    const { store, clock } = talk();
    const open = openJournal(store, 'trip', { clock });
    await open.append([{ type: 'user_input', text: 'Lisbon' }]);
    const planner = { id: 't', name: 'T', plan: () => [{ type: 'trip_planned', days: 3 }] };
    const report = await createHarness({
      journal: open,
      planner,
      options: { family, clock },
    }).runPlanningPass();
    expect(report).toMatchObject({ outcome: 'committed', facts: [{ type: 'trip_planned' }] });
  });

  it('can have its own triggers', async () => {
    const own = userInputFamily({ closing: [], triggers: [{ kind: 'tool', on: 'tool_result' }] });
    expect(await planned([{ type: 'tool_result', callId: 'c', ok: true }], { family: own })).toMatchObject({
      calls: 1,
    });
  });
});

describe('a copy of a journal', () => {
  it('is not planned until something happens in it', async () => {
    const { journal, append, clock } = talk();
    await append(inputRequired, received('m1'));
    const fork = await journal.fork(2, 'fork');
    const { plan, inputs } = answering([asleep]);
    const harness = createHarness({
      journal: fork,
      planner: { id: 't', name: 'T', plan: plan as never },
      options: { clock, timer: clock },
    });
    expect(await harness.runPlanningPass()).toMatchObject({ rest: 'paused' });
    await fork.append([guidance('g1')]);
    await harness.runPlanningPass();
    expect(inputs).toHaveLength(1);
  });
});
