import { describe, expect, it } from 'vitest';
import { guidance, received, talk } from '../../../../test/conversation-fixture.ts';
import type { ProposedFact } from '../../../journal/index.ts';
import { offlineModel } from '../../../model/index.ts';
import { scriptedModel } from '../../../testing/index.ts';
import { libraryLoan, turnOn } from '../fixtures/library-loan.ts';
import { say, step, types, value } from '../fixtures/scripted-steps.ts';
import { offlineSkills } from '../offline-skills.ts';

const message = received('m1', 'May I keep the book until April?');
const sign = step('extend_loan', { loan: 'L123' });

/** What a turn does in which the model signs, until it asks. */
async function asked(): Promise<readonly ProposedFact[]> {
  return (await turnOn([message], scriptedModel([sign]), { mode: 'approve' })).output;
}

const answerTo = (facts: readonly ProposedFact[], text: string) => ({
  type: 'user_answer',
  qid: String(facts.at(-1)?.qid),
  text,
});

describe('a tool that commits a side', () => {
  it('asks the person first, with its arguments', async () => {
    const facts = await asked();
    expect(types(facts)).toEqual(['tool_call', 'agent_question']);
    expect(facts[1]).toMatchObject({
      callId: facts[0]?.callId,
      required: true,
      prompt: expect.stringContaining('L123'),
      options: [expect.any(String), expect.any(String)],
    });
  });

  it.each(['Approve', 'yes', 'OK.', 'Go ahead!'])('is called after the answer %s', async (text) => {
    const facts = await asked();
    const llm = scriptedModel([value('2026-04-01'), { json: { text: 'It is yours until April.' } }]);
    const { output } = await turnOn([message, ...facts, answerTo(facts, text)], llm, { mode: 'approve' });
    expect(output).toMatchObject([
      { type: 'tool_result', callId: facts[0]?.callId, ok: true },
      { type: 'compose_intent', nextStateHint: 'completed' },
    ]);
  });

  it.each(['Decline', 'No, ask for a fee first', 'yes, but not yet'])(
    'is not called after the answer %s',
    async (text) => {
      const facts = await asked();
      const llm = scriptedModel([say('There is a fee.')]);
      const { output } = await turnOn([message, ...facts, answerTo(facts, text)], llm, { mode: 'approve' });
      expect(output).toMatchObject([
        { type: 'tool_result', callId: facts[0]?.callId, ok: false },
        { type: 'compose_intent', text: 'There is a fee.' },
      ]);
    },
  );

  it('is not called after another message, and the question is closed', async () => {
    const facts = await asked();
    const { output } = await turnOn([message, ...facts, guidance('g1')], scriptedModel([say('Wait.')]), {
      mode: 'approve',
    });
    expect(types(output)).toEqual(['tool_result', 'compose_intent']);
    const { append, conversation } = talk();
    await append(message, ...facts);
    expect((await conversation()).ledger.openQuestions).toHaveLength(1);
    await append(...output.slice(0, 1));
    expect((await conversation()).ledger.openQuestions).toEqual([]);
  });

  it.each([
    ['auto', 'supervised'],
    ['approve', 'never'],
    ['auto', 'never'],
  ] as const)('asks nobody in mode %s if configured as %s', async (mode, confirmCommitments) => {
    const llm = scriptedModel([sign, value(1), { json: { text: 'Done.' } }]);
    const { output } = await turnOn([message], llm, { mode, config: { confirmCommitments } });
    expect(types(output)).toEqual(['tool_call', 'tool_result', 'compose_intent']);
  });

  it('always asks if configured to', async () => {
    const { output } = await turnOn([message], scriptedModel([sign]), {
      mode: 'auto',
      config: { confirmCommitments: 'always' },
    });
    expect(types(output)).toEqual(['tool_call', 'agent_question']);
  });

  it('does not ask when it breaks off the talks', async () => {
    const llm = scriptedModel([step('refuse_extension'), value('no'), { json: { text: 'Sorry.' } }]);
    const { output } = await turnOn([message], llm, { mode: 'approve' });
    expect(output.at(-1)).toMatchObject({ nextStateHint: 'failed' });
  });

  it('is not retried by the offline model when the person declines', async () => {
    const [library, ...others] = libraryLoan.agents;
    if (library === undefined) throw new Error('no agents');
    const terms = [{ name: 'loan', label: 'loan', prefers: ['L123', 'L124'] }];
    const config = {
      resolvedScenario: { ...libraryLoan, agents: [{ ...library, terms }, ...others] },
      enabledTools: ['extend_loan'],
    };
    const llm = offlineModel({ skills: offlineSkills });
    const offered = received('m1', 'We offer loan: L123.');
    const { output } = await turnOn([offered], llm, { mode: 'approve', config });
    expect(types(output)).toEqual(['tool_call', 'agent_question']);
    const next = await turnOn([offered, ...output, answerTo(output, 'Decline')], llm, {
      mode: 'approve',
      config,
    });
    expect(next.output.at(-1)).toMatchObject({ type: 'compose_intent' });
    expect(next.output.at(-1)).not.toHaveProperty('nextStateHint');
  });
});
