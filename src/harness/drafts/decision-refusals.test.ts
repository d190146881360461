import { describe, expect, it } from 'vitest';
import {
  answering,
  asleep,
  DIGEST,
  draft,
  inputRequired,
  received,
  talk,
} from '../../../test/conversation-fixture.ts';
import { reconfigurePlanner } from '../setup/reconfigure.ts';
import { approve, dismiss, edit } from './decisions.ts';
import { digestOf } from './digest.ts';

async function withDraft() {
  const talking = talk();
  await talking.append(inputRequired, received('m1'));
  await talking.harness(answering([draft('c1')]).plan).runPlanningPass();
  return talking;
}

describe('a decision that is refused says what stands', () => {
  it('for another digest', async () => {
    const { journal } = await withDraft();
    await expect(approve(journal, { composeId: 'c1', digest: 'abc' })).rejects.toMatchObject({
      code: 'digest-mismatch',
      summary: expect.stringContaining(DIGEST),
    });
  });

  it('for a draft that is not there', async () => {
    const { journal } = await withDraft();
    await expect(dismiss(journal, { composeId: 'c9' })).rejects.toMatchObject({
      code: 'unknown-draft',
      summary: expect.stringContaining('"c9"'),
    });
  });

  it('for a draft that was approved', async () => {
    const { journal } = await withDraft();
    await approve(journal, { composeId: 'c1', digest: DIGEST });
    await expect(dismiss(journal, { composeId: 'c1' })).rejects.toMatchObject({
      code: 'conflict',
      summary: expect.stringContaining('approved by user (fact 6)'),
    });
  });

  it.each([
    ['dismissed', { type: 'compose_dismissed', composeId: 'c1' }],
    ['sent', { type: 'remote_sent', messageId: 'm2', text: 'hi', composeId: 'c1' }],
    ['withdrawn by going back', { type: 'rewound', toSeq: 1 }],
  ])('for a draft that was %s', async (how, fact) => {
    const { journal, append } = await withDraft();
    await append(fact);
    await expect(edit(journal, { composeId: 'c1', text: 'mine' })).rejects.toMatchObject({
      name: 'ConflictError',
      summary: expect.stringContaining(`${how} (fact 6)`),
    });
  });

  it.each([
    ['by its name', { name: 'gone.txt' }, '"gone.txt"'],
    ['by its hash', { name: 'gone.txt', sha256: 'e'.repeat(64) }, `"${'e'.repeat(64)}"`],
  ])('for a file that is not known %s', async (_, attachment, named) => {
    const { journal } = await withDraft();
    await expect(edit(journal, { composeId: 'c1', attachments: [attachment] })).rejects.toMatchObject({
      code: 'unknown-attachment',
      summary: expect.stringContaining(named),
    });
  });
});

describe('a decision records', () => {
  it('nothing that was not said', async () => {
    const { journal } = await withDraft();
    const { facts, head } = await dismiss(journal, { composeId: 'c1' });
    expect([facts, head]).toEqual([
      [
        {
          type: 'compose_dismissed',
          composeId: 'c1',
          seq: 6,
          v: 1,
          id: expect.any(String),
          ts: expect.any(String),
        },
      ],
      6,
    ]);
  });

  it('who dismissed a draft, and that another is wanted', async () => {
    const { journal } = await withDraft();
    const { facts } = await dismiss(journal, { composeId: 'c1', regenerate: false, by: 'ann' });
    expect(facts).toMatchObject([{ regenerate: false, by: 'ann' }]);
  });

  it('who edited a draft, in both facts, and a user when nobody says', async () => {
    const { journal } = await withDraft();
    const { facts, composeId } = await edit(journal, { composeId: 'c1', text: 'mine', by: 'ann' });
    expect(facts).toMatchObject([{ by: 'ann' }, { by: 'ann' }]);
    const again = await edit(journal, { composeId, nextStateHint: 'completed' });
    expect(again.facts).toMatchObject([
      { by: 'user' },
      { text: 'mine', nextStateHint: 'completed', by: 'user' },
    ]);
    expect(again.composeId).toMatch(/^compose/);
    expect(again.digest).toBe(
      digestOf({ composeId: again.composeId, text: 'mine', nextStateHint: 'completed' }),
    );
  });

  it('the files of an edit by the hash that was meant, also when a planner took one of the same name back', async () => {
    const { journal, append } = await withDraft();
    const file = (content: string, origin: string) => ({
      type: 'attachment_added',
      name: 'a.txt',
      mimeType: 'text/plain',
      sha256: content.repeat(64),
      size: 1,
      origin,
    });
    await append(file('a', 'tool'), { type: 'pass_settled', triggers: {}, outcome: 'committed' });
    await append({ type: 'rewound', toSeq: 5 }, file('b', 'user'), file('c', 'user'));
    await append({ ...draft('c2'), digest: digestOf({ composeId: 'c2', text: 'hi' }) });
    const { facts } = await edit(journal, {
      composeId: 'c2',
      attachments: [
        { name: 'a.txt' },
        { name: 'a (2).txt' },
        { name: 'as I call it', sha256: 'c'.repeat(64) },
      ],
    });
    expect(facts[1]).toMatchObject({
      attachments: [
        { name: 'a.txt', sha256: 'b'.repeat(64) },
        { name: 'a (2).txt', sha256: 'c'.repeat(64) },
        { name: 'as I call it', sha256: 'c'.repeat(64) },
      ],
    });
  });
});

describe('setting a planner up', () => {
  const setup = { planner: { id: 'test' }, config: { words: 5 }, ready: false };

  it('records no seed, no person and no way back unless there is one, and asks for approval', async () => {
    const { journal } = talk();
    const { facts, head } = await reconfigurePlanner(journal, setup);
    expect([facts, head]).toEqual([
      [
        {
          type: 'planner_configured',
          plannerId: 'test',
          mode: 'approve',
          seed: null,
          configSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          ready: false,
          seq: 1,
          v: 1,
          id: expect.any(String),
          ts: expect.any(String),
        },
      ],
      1,
    ]);
  });

  it('keeps a config that is none as null', async () => {
    const { journal } = talk();
    const { facts } = await reconfigurePlanner(journal, { ...setup, config: undefined });
    const sha256 = String(Object(facts[0]).configSha256);
    expect(new TextDecoder().decode(await journal.attachments.get(sha256))).toBe('null');
  });

  it('leaves what is named like a secret out of the seed too', async () => {
    const { journal } = talk();
    const planner = { id: 'test', dehydrate: () => ({ words: 5, apiKey: 'sk-1' }) };
    const { facts } = await reconfigurePlanner(journal, { ...setup, planner });
    expect(facts).toMatchObject([{ seed: { words: 5 } }]);
    expect(JSON.stringify(facts)).not.toContain('sk-1');
  });

  it('says who did it and who went back', async () => {
    const { journal, append } = talk();
    await append(inputRequired);
    const { facts } = await reconfigurePlanner(journal, { ...setup, rewind: true, by: 'ann' });
    expect(facts).toMatchObject([{ by: 'ann' }, { type: 'rewound', toSeq: 1, by: 'ann' }]);
    const nobody = await reconfigurePlanner(journal, { ...setup, rewind: true });
    expect(nobody.facts[1]).not.toHaveProperty('by');
  });

  it('goes back to what came in while its config was being stored', async () => {
    const { journal, open, append } = talk();
    await append(inputRequired);
    await reconfigurePlanner(journal, setup);
    await open().append([received('m1')]);
    const { facts } = await reconfigurePlanner(journal, { ...setup, rewind: true });
    expect(facts[1]).toMatchObject({ toSeq: 3 });
  });

  it('is refused with the draft that is on its way out', async () => {
    const { journal } = await withDraft();
    await approve(journal, { composeId: 'c1', digest: DIGEST });
    await expect(reconfigurePlanner(journal, { ...setup, rewind: true })).rejects.toMatchObject({
      code: 'send-in-flight',
      summary: expect.stringContaining('c1'),
    });
  });
});

it('a planner that asks for a model where there is none is told what to do', async () => {
  const { harness, append, facts } = talk();
  await append(inputRequired);
  await harness(async (_, { llm }) => {
    expect([llm.id, llm.demo]).toEqual(['none', false]);
    await llm.generate({ messages: [] });
    return [asleep];
  }).runPlanningPass();
  expect((await facts())[2]).toMatchObject({
    code: 'no-model',
    message: expect.stringContaining('options.llm'),
  });
});
