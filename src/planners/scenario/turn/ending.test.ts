import { describe, expect, it } from 'vitest';
import { draft, guidance, received } from '../../../../test/conversation-fixture.ts';
import { scriptedModel } from '../../../testing/index.ts';
import { libraryLoan, turnOn } from '../fixtures/library-loan.ts';
import { document, promptOf, say, step, types, value } from '../fixtures/scripted-steps.ts';

const message = received('m1', 'May I keep the book until April?');

describe('a tool that ends the conversation', () => {
  it('leads to a closing message with its status', async () => {
    const llm = scriptedModel([
      step('extend_loan', { loan: 'L123' }),
      value({ due: '2026-04-01' }),
      { json: { text: 'Extended until 1 April.' } },
    ]);
    const { output } = await turnOn([message], llm, { config: { maxInlineSteps: 1 } });
    expect(types(output)).toEqual(['tool_call', 'tool_result', 'compose_intent']);
    expect(output.at(-1)).toMatchObject({ text: 'Extended until 1 April.', nextStateHint: 'completed' });
    expect(llm.requests[2]?.json?.name).toBe('scenario_closing');
    expect(promptOf(llm, 2)).toContain('"result":{"due":"2026-04-01"}');
  });

  it('may say success, failure or neutral in older scenarios', async () => {
    const llm = scriptedModel([step('refuse_extension'), value('no'), { json: { text: 'Sorry.' } }]);
    const { output } = await turnOn([message], llm);
    expect(output.at(-1)).toMatchObject({ nextStateHint: 'failed' });
  });

  it('does not end it with terms beyond the limits of the agent', async () => {
    const [library, ...others] = libraryLoan.agents;
    if (library === undefined) throw new Error('no agents');
    const terms = [{ name: 'loan', label: 'loan', prefers: ['L123'] }];
    const resolvedScenario = { ...libraryLoan, agents: [{ ...library, terms }, ...others] };
    const llm = scriptedModel([step('extend_loan', { loan: 'L999' }), say('Not that one.')]);
    const { output } = await turnOn([message], llm, { config: { resolvedScenario } });
    expect(types(output)).toEqual(['tool_call', 'tool_result', 'compose_intent']);
    expect(output[1]).toMatchObject({ ok: false, error: expect.stringContaining('loan') });
    expect(output.at(-1)).not.toHaveProperty('nextStateHint');
  });

  it('cannot be bypassed by a message that ends the conversation beyond a limit', async () => {
    const [library, ...others] = libraryLoan.agents;
    if (library === undefined) throw new Error('no agents');
    const terms = [{ name: 'fee', label: 'fee', unit: 'cents', opening: 900, limit: 145 }];
    const resolvedScenario = { ...libraryLoan, agents: [{ ...library, terms }, ...others] };
    const ending = (text: string, nextState = 'completed') =>
      step('sendMessageToRemoteAgent', { text, nextState });
    const llm = scriptedModel([
      ending('We accept. Agreed: fee: 100 cents.'),
      ending('A fee of 100 cents is not possible. We agree on a fee of 200 cents.'),
    ]);
    const { output } = await turnOn([message], llm, { config: { resolvedScenario } });
    expect(types(output)).toEqual(['tool_call', 'tool_result', 'compose_intent']);
    expect(output[1]).toMatchObject({ ok: false, error: expect.stringContaining('fee') });
    expect(output.at(-1)).toMatchObject({ nextStateHint: 'completed', text: expect.stringMatching(/200/) });
    const broken = await turnOn(
      [message],
      scriptedModel([ending('No deal at a fee of 100 cents.', 'failed')]),
      {
        config: { resolvedScenario },
      },
    );
    expect(broken.output).toMatchObject([{ nextStateHint: 'failed' }]);
  });

  it('does not end it with invalid arguments', async () => {
    const llm = scriptedModel([step('extend_loan'), say('Which loan?')]);
    const { output } = await turnOn([message], llm);
    expect(output.at(-1)).toMatchObject({ text: 'Which loan?' });
    expect(output.at(-1)).not.toHaveProperty('nextStateHint');
  });

  it('learns about missing files before the message is sent', async () => {
    const llm = scriptedModel([
      step('extend_loan', { loan: 'L123' }),
      document('receipt.md', 'Paid.'),
      { json: { text: 'See the bill.', attachments: ['bill.md'] } },
      { json: { text: 'See the receipt.', attachments: ['receipt.md'] } },
    ]);
    const { output } = await turnOn([message], llm);
    expect(llm.requests[3]?.messages.at(-1)?.text).toMatch(/there is no such file/);
    expect(output.at(-1)).toMatchObject({ attachments: [{ name: 'receipt.md' }] });
  });

  describe('whose closing message was dismissed', () => {
    const ended = [
      message,
      { type: 'tool_call', callId: 'c', name: 'extend_loan', args: { loan: 'L123' } },
      { type: 'tool_result', callId: 'c', ok: true, result: 1 },
      draft('d1', 'Extended.'),
      { type: 'compose_dismissed', composeId: 'd1', regenerate: true },
    ];

    it('is not called again: another closing message is written', async () => {
      const llm = scriptedModel([{ json: { text: 'We have extended it.' } }]);
      const { output } = await turnOn(ended, llm);
      expect(output).toMatchObject([{ text: 'We have extended it.', nextStateHint: 'completed' }]);
      expect(promptOf(llm, 0)).toContain('{"rejectedDraft":"Extended."}');
    });

    it('leaves the decision to the model if the call failed', async () => {
      const failed = ended.map((fact) =>
        'ok' in fact ? { ...fact, ok: false, error: 'no such loan' } : fact,
      );
      const { output } = await turnOn(failed, scriptedModel([say('Which loan?')]));
      expect(output).toMatchObject([{ text: 'Which loan?' }]);
    });

    it.each([
      ['the person has said something', guidance('g1', 'Do not end it yet.')],
      ['the other side has said something', received('m2', 'Are you there?')],
      ['the person has answered something', { type: 'user_answer', qid: 'q', text: 'Wait.' }],
    ])('is not called again although %s', async (_, since) => {
      const llm = scriptedModel([{ json: { text: 'It is extended.' } }]);
      const { output } = await turnOn([...ended, since], llm);
      expect(output).toMatchObject([{ text: 'It is extended.', nextStateHint: 'completed' }]);
      expect(promptOf(llm, 0)).toContain(String('text' in since && since.text));
    });

    it('is available to the model again in the next conversation', async () => {
      const over = { type: 'status_changed', a2a: 'completed' };
      const { output } = await turnOn([...ended, over, received('m2')], scriptedModel([say('Yes?')]));
      expect(output).toMatchObject([{ text: 'Yes?' }]);
    });
  });

  it('is followed by sleep when messages are disabled', async () => {
    const llm = scriptedModel([step('extend_loan', { loan: 'L123' }), value(1)]);
    const { output } = await turnOn([message], llm, { config: { enabledCoreTools: ['done'] } });
    expect(output.at(-1)).toMatchObject({ type: 'sleep', reason: expect.stringMatching(/disabled/) });
  });
});
