import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guidance, inputRequired } from '../../../test/conversation-fixture.ts';
import type { ProposedFact } from '../../journal/index.ts';
import { offlineModel } from '../../model/index.ts';
import { OFFLINE_LABEL } from '../../model/offline/reply.ts';
import { DEFAULT_DRAFTER_CONFIG, drafterPlanner } from './index.ts';
import { offlineSkills } from './offline-skills.ts';

const llm = offlineModel({ skills: offlineSkills });

/** What the drafter writes on these facts, or undefined when it has nothing to say. */
async function written(proposed: readonly ProposedFact[], targetWords = 0): Promise<string | undefined> {
  const envelope = { id: 'f', ts: '2026-01-01T00:00:00.000Z', v: 1 };
  const output = await drafterPlanner.plan(
    {
      cut: { seq: proposed.length },
      facts: proposed.map((fact, at) => ({ ...envelope, seq: at + 1, ...fact })),
    },
    {
      hud: () => {},
      newId: (prefix) => `${prefix}-1`,
      readAttachment: async () => new Uint8Array(),
      config: { ...DEFAULT_DRAFTER_CONFIG, targetWords },
      llm,
      signal: new AbortController().signal,
    },
  );
  const [fact] = output;
  return fact?.type === 'compose_intent' ? String(fact.text) : undefined;
}

/** Two drafters that answer each other until one of them has nothing left to say. */
async function conversation(targetWords: number): Promise<string[]> {
  const journals: ProposedFact[][] = [[inputRequired], [inputRequired]];
  const texts: string[] = [];
  for (let turn = 0; turn < 50; turn++) {
    const text = await written(journals[turn % 2] ?? [], targetWords);
    if (text === undefined) return texts;
    texts.push(text);
    journals[turn % 2]?.push({ type: 'remote_sent', messageId: `m${turn}`, text });
    journals[(turn + 1) % 2]?.push({ type: 'remote_received', messageId: `m${turn}`, text });
  }
  throw new Error('They never came to an end.');
}

describe('the drafter with the offline model', () => {
  it('talks for a few turns, says goodbye on both sides, and then stays silent', async () => {
    const texts = await conversation(0);
    expect(texts.length).toBeGreaterThan(4);
    expect(texts.length).toBeLessThanOrEqual(9);
    for (const text of texts) expect(text).toContain(OFFLINE_LABEL);
    for (const text of texts.slice(-2)) expect(text).toMatch(/Goodbye\.$/);
    expect(await conversation(0)).toEqual(texts);
  });

  it('finishes with every length', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 10, max: 1000 }), async (targetWords) => {
        expect((await conversation(targetWords)).length).toBeLessThanOrEqual(9);
      }),
      { numRuns: 30 },
    );
  });

  it('writes after a goodbye when asked to', async () => {
    const message = { type: 'remote_sent', messageId: 'm1', text: 'Goodbye.' };
    const received = { type: 'remote_received', messageId: 'm2', text: 'Goodbye.' };
    expect(await written([message, received])).toBeUndefined();
    expect(await written([message, received, guidance('g1', 'Ask about lunch')])).toContain(OFFLINE_LABEL);
  });

  it.each([
    'Our deadline is secret, keep it vague',
    'Say nothing about the secret deadline',
    'Tell them that the deadline is secret',
    'Please answer them, the deadline is a secret',
  ])('never repeats a whisper: %s', async (whisper) => {
    const received = { type: 'remote_received', messageId: 'm1', text: 'When can you deliver?' };
    const draft = await written([received, guidance('g1', whisper)]);
    expect(draft).toContain(OFFLINE_LABEL);
    expect(draft).not.toMatch(/deadline|secret|vague/);
  });

  it('ignores other prompts', () => {
    const [skill] = offlineSkills;
    expect(
      skill?.answers({ messages: [{ role: 'user', text: '<conversation>\n</conversation>' }] }),
    ).toBeUndefined();
  });
});
