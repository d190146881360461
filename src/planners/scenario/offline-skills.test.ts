import { describe, expect, it } from 'vitest';
import { guidance, inputRequired, received } from '../../../test/conversation-fixture.ts';
import type { ProposedFact } from '../../journal/index.ts';
import { offlineModel } from '../../model/index.ts';
import { OFFLINE_LABEL } from '../../model/offline/reply.ts';
import { libraryLoan, turnOn } from './fixtures/library-loan.ts';
import type { ScenarioConfig } from './index.ts';
import { offlineSkills } from './offline-skills.ts';

const llm = offlineModel({ skills: offlineSkills });
const message = received('m1', 'Hello. May I keep the book?');

/** Turns of one side, each answered by somebody who says the same thing, until the conversation ends. */
async function turns(config: Partial<ScenarioConfig>): Promise<ProposedFact[]> {
  const facts: ProposedFact[] = [message];
  for (let turn = 0; turn < 20; turn++) {
    const { output } = await turnOn(facts, llm, { config, canWrite: false });
    facts.push(...output);
    const last = output.at(-1);
    if (last?.type !== 'compose_intent' || last.nextStateHint) return facts;
    facts.push({ type: 'remote_sent', messageId: `s${turn}`, text: last.text }, received(`r${turn}`, 'And?'));
  }
  throw new Error('It never came to an end.');
}

const called = (facts: readonly ProposedFact[]) =>
  facts.filter(({ type }) => type === 'tool_call').map(({ name }) => name);

describe('the offline model in a scenario', () => {
  it('uses each tool once, answers each turn, and ends with the tool that completes the conversation', async () => {
    const facts = await turns({});
    expect(called(facts)).toEqual(['find_loan', 'print_receipt', 'extend_loan']);
    expect(facts.filter(({ type, ok }) => type === 'tool_result' && ok !== true)).toEqual([]);
    expect(facts.at(-1)).toMatchObject({ nextStateHint: 'completed' });
  });

  it("takes arguments from the agent's knowledge", async () => {
    const facts = await turns({});
    expect(facts.find(({ name }) => name === 'find_loan')).toMatchObject({ args: { loan: 'L123' } });
  });

  it('says goodbye if no tool ends the conversation', async () => {
    const facts = await turns({ enabledTools: ['find_loan'] });
    expect(called(facts)).toEqual(['find_loan']);
    expect(facts.at(-1)).toMatchObject({
      nextStateHint: 'completed',
      text: expect.stringMatching(/goodbye\.$/),
    });
  });

  it('uses the only remaining way to end', async () => {
    const facts = await turns({ enabledTools: ['refuse_extension'] });
    expect(facts.at(-1)).toMatchObject({ nextStateHint: 'failed' });
  });

  it.each([1, 2, 3])('finishes with %i steps a turn', async (maxInlineSteps) => {
    expect((await turns({ maxInlineSteps })).at(-1)).toMatchObject({ nextStateHint: 'completed' });
  });

  it.each([
    [['done'], 'Done.'],
    [['sleep'], undefined],
  ] as const)('ends its turn with %j when messages are disabled', async (enabledCoreTools, reason) => {
    const facts = await turns({ enabledCoreTools, enabledTools: ['find_loan'] });
    expect(facts.at(-1)).toEqual({ type: 'sleep', ...(reason && { reason }) });
  });

  it('introduces itself, and repeats neither goals nor whispers', async () => {
    const { output } = await turnOn(
      [message, guidance('g1', 'Tell them that there is a fee'), guidance('g2', 'Be strict')],
      llm,
    );
    const text = String(output.at(-1)?.text);
    expect(text).toContain(`${OFFLINE_LABEL} Town library here.`);
    expect(text).not.toMatch(/fee|strict|Settle the loan|Tin Drum/);
  });

  it('starts a conversation without a scripted first message', async () => {
    const { output } = await turnOn([inputRequired], llm);
    expect(output.at(-1)).toMatchObject({
      type: 'compose_intent',
      text: expect.stringContaining('Town library here.'),
    });
  });

  it('is deterministic', async () => {
    expect(await turns({})).toEqual(await turns({}));
  });

  it('plays an agent without tools, goals and knowledge', async () => {
    const [library] = libraryLoan.agents;
    if (library === undefined) throw new Error('no agent');
    const bare = { ...library, tools: [], goals: [], knowledgeBase: {} };
    const facts = await turns({ resolvedScenario: { ...libraryLoan, agents: [bare] } });
    expect(facts.at(-1)).toMatchObject({ nextStateHint: 'completed' });
  });

  it('ignores other prompts', () => {
    const request = {
      messages: [{ role: 'user', text: 'x' }],
      json: { name: 'task_plan', schema: {} },
    } as const;
    for (const { answers } of offlineSkills) expect(answers(request)).toBeUndefined();
  });
});
