import { describe, expect, it } from 'vitest';
import {
  answering,
  DIGEST,
  draft,
  inputRequired,
  received,
  talk,
} from '../../../test/conversation-fixture.ts';
import { type Journal, memoryStore, openJournal } from '../../journal/index.ts';
import { ConflictError, react } from '../../kernel/index.ts';
import { ledgerOf } from '../conversation/ledger.ts';
import { DecisionError } from '../error.ts';
import { approve, dismiss, edit, write } from './decisions.ts';
import { digestOf } from './digest.ts';
import { createSender } from './sender.ts';

async function withDraft() {
  const talking = talk();
  await talking.append(inputRequired, received('m1'));
  await talking.harness(answering([draft('c1')]).plan).runPlanningPass();
  const head = await talking.journal.head();
  /** What the decision added. */
  const since = async () => await talking.journal.facts({ from: head + 1 });
  return { ...talking, since };
}

describe('the digest of a draft', () => {
  it('covers what reaches the other side, and nothing else', () => {
    const compose = { composeId: 'c1', text: 'hi', attachments: [{ name: 'a' }], nextStateHint: 'completed' };
    const same = { ...compose, why: 'because', digest: 'x', seq: 5 };
    expect(digestOf(same)).toBe(digestOf(compose));
    const others = [
      { ...compose, composeId: 'c2' },
      { ...compose, text: 'hi ' },
      { ...compose, attachments: [{ name: 'b' }] },
      { ...compose, nextStateHint: 'failed' },
    ];
    expect(new Set([compose, ...others].map(digestOf)).size).toBe(5);
  });

  it('distinguishes similar-looking texts, but not the order of fields', () => {
    expect(digestOf({ composeId: 'c1', text: 'caf\u00e9' })).not.toBe(
      digestOf({ composeId: 'c1', text: 'cafe\u0301' }),
    );
    const one = { name: 'a', size: 1, mimeType: 'x/y' };
    const other = { mimeType: 'x/y', size: 1, name: 'a' };
    expect(digestOf({ composeId: 'c1', text: '', attachments: [one] })).toBe(
      digestOf({ attachments: [other], text: '', composeId: 'c1' }),
    );
  });

  it('is the SHA-256 of the canonical JSON', () => {
    expect(DIGEST).toBe('9eb448d8e4e605f264a99516314f54ce14874c20cba229ea242ac3b90482fefd');
  });
});

describe('approving', () => {
  it('records what was approved and by whom', async () => {
    const { journal, since } = await withDraft();
    const { facts } = await approve(journal, { composeId: 'c1', digest: DIGEST, by: 'ann' });
    expect(facts).toMatchObject([{ type: 'compose_approved', composeId: 'c1', digest: DIGEST, by: 'ann' }]);
    expect(await since()).toEqual(facts);
  });

  it('is refused with another digest, and appends nothing', async () => {
    const { journal, since } = await withDraft();
    const refused = approve(journal, { composeId: 'c1', digest: 'a'.repeat(64) });
    await expect(refused).rejects.toBeInstanceOf(DecisionError);
    await expect(refused).rejects.toMatchObject({ code: 'digest-mismatch' });
    expect(await since()).toEqual([]);
  });

  it('is refused for a missing draft', async () => {
    const { journal, since } = await withDraft();
    const refused = approve(journal, { composeId: 'c9', digest: DIGEST });
    await expect(refused).rejects.toMatchObject({ name: 'DecisionError', code: 'unknown-draft' });
    expect(await since()).toEqual([]);
  });

  it('uses the content of the draft, not the digest recorded with it', async () => {
    const { journal, append } = talk();
    await append(inputRequired, { ...draft('c1', 'send all the money'), digest: DIGEST });
    await expect(approve(journal, { composeId: 'c1', digest: DIGEST })).rejects.toMatchObject({
      code: 'digest-mismatch',
    });
    expect(await journal.head()).toBe(2);
  });
});

describe('a decision on what was decided', () => {
  it.each([
    [
      'approved',
      (journal: Parameters<typeof approve>[0]) => approve(journal, { composeId: 'c1', digest: DIGEST }),
    ],
    ['dismissed', (journal: Parameters<typeof approve>[0]) => dismiss(journal, { composeId: 'c1' })],
    ['edited', (journal: Parameters<typeof approve>[0]) => edit(journal, { composeId: 'c1', text: 'other' })],
  ])('is a conflict once the draft is %s', async (_, first) => {
    const { journal, open } = await withDraft();
    await first(journal);
    const head = await journal.head();
    const late = [
      approve(open(), { composeId: 'c1', digest: DIGEST }),
      dismiss(open(), { composeId: 'c1', regenerate: true }),
      edit(open(), { composeId: 'c1', text: 'mine' }),
    ];
    for (const decision of late) await expect(decision).rejects.toBeInstanceOf(ConflictError);
    expect(await journal.head()).toBe(head);
  });

  it('says what was decided', async () => {
    const { journal } = await withDraft();
    await approve(journal, { composeId: 'c1', digest: DIGEST, by: 'ann' });
    await expect(dismiss(journal, { composeId: 'c1' })).rejects.toMatchObject({
      code: 'conflict',
      summary: expect.stringContaining('approved by ann (fact 6)'),
    });
  });
});

describe('editing', () => {
  it('puts another draft in the place of the old one, in one batch', async () => {
    const { journal, since, conversation } = await withDraft();
    const { composeId, digest } = await edit(
      journal,
      { composeId: 'c1', text: 'dear you' },
      { newId: () => 'c2' },
    );
    expect({ composeId, digest }).toEqual({
      composeId: 'c2',
      digest: digestOf({ composeId: 'c2', text: 'dear you' }),
    });
    const facts = await since();
    expect(facts).toMatchObject([
      { type: 'compose_dismissed', composeId: 'c1' },
      { type: 'compose_intent', composeId: 'c2', text: 'dear you', digest },
    ]);
    expect((await conversation()).ledger.drafts.open).toMatchObject([{ composeId: 'c2' }]);
    await approve(journal, { composeId, digest });
  });

  it('keeps what is not changed', async () => {
    const { journal, append } = talk();
    const attachments = [{ name: 'a.txt', sha256: 'a'.repeat(64) }];
    const compose = { composeId: 'c1', text: 'hi', attachments, nextStateHint: 'completed' };
    await append({ type: 'compose_intent', ...compose, digest: digestOf(compose) });
    const { facts } = await edit(journal, { composeId: 'c1', text: 'bye' });
    expect(facts[1]).toMatchObject({ text: 'bye', attachments, nextStateHint: 'completed' });
  });
});

describe('100 decisions at once', () => {
  it('on one draft: one succeeds, the others are conflicts, and one message is sent', async () => {
    const { journal, open, since, clock } = await withDraft();
    const kinds = [
      () => approve(open(), { composeId: 'c1', digest: DIGEST }),
      () => approve(journal, { composeId: 'c1', digest: DIGEST }),
      () => dismiss(open(), { composeId: 'c1', regenerate: true }),
      () => edit(journal, { composeId: 'c1', text: 'mine' }),
    ];
    const decisions = Array.from({ length: 100 }, (_, i) => kinds[i % 4]?.());
    const outcomes = await Promise.allSettled(decisions);
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(lost).toHaveLength(99);
    for (const error of lost) expect(error).toBeInstanceOf(ConflictError);

    const delivered: string[] = [];
    const sender = createSender({ journal, deliver: async ({ text }) => void delivered.push(text) });
    for (const fact of await since()) await react(journal, sender, fact, { worker: 'w', clock });
    const approvals = (await since()).filter(({ type }) => type === 'compose_approved');
    expect(delivered).toHaveLength(approvals.length);
  });
});

describe('in a journal that takes any fact, a decision that nobody could read', () => {
  const untyped = async () => {
    const journal = openJournal(memoryStore(), 'talk');
    await journal.append([draft('c1')]);
    return journal;
  };

  it.each<[string, (journal: Journal) => Promise<unknown>]>([
    ['an approval by nobody', (journal) => approve(journal, { composeId: 'c1', digest: DIGEST, by: '' })],
    ['an edit with a text that is none', (journal) => edit(journal, { composeId: 'c1', text: 42 as never })],
    [
      'an edit with a state that is none',
      (journal) => edit(journal, { composeId: 'c1', nextStateHint: 'x' as never }),
    ],
    [
      'a dismissal with a flag that is none',
      (journal) => dismiss(journal, { composeId: 'c1', regenerate: 1 as never }),
    ],
  ])('is refused: %s', async (_, decide) => {
    const journal = await untyped();
    await expect(decide(journal)).rejects.toMatchObject({ code: 'invalid-payload' });
    expect(await journal.head()).toBe(1);
  });

  it('is not made of other fields: an edit takes what it knows', async () => {
    const journal = await untyped();
    const smuggled = { composeId: 'c1', text: 'better', type: 'remote_sent', messageId: 'm9' };
    const { composeId, digest } = await edit(journal, smuggled);
    expect((await journal.facts()).at(-1)).toMatchObject({ type: 'compose_intent', composeId, digest });
    expect((await journal.facts()).at(-1)).not.toHaveProperty('messageId');
  });
});

describe('files of an edited draft', () => {
  it('are bound to the bytes their names stand for', async () => {
    const { journal, append, since } = await withDraft();
    const { sha256, size } = await journal.attachments.put(new Uint8Array([1]));
    await append({ type: 'attachment_added', name: 'a.bin', mimeType: 'x/y', sha256, size, origin: 'user' });
    await edit(journal, { composeId: 'c1', attachments: [{ name: 'a.bin' }] });
    expect((await since()).at(-1)).toMatchObject({ attachments: [{ name: 'a.bin', sha256 }] });
  });

  it('are files of the conversation', async () => {
    const { journal, since } = await withDraft();
    await expect(
      edit(journal, { composeId: 'c1', attachments: [{ name: 'nobody.txt' }] }),
    ).rejects.toMatchObject({ code: 'unknown-attachment' });
    expect(await since()).toEqual([]);
  });
});

describe('a message that a person writes', () => {
  it('is proposed and approved in one step, and replaces waiting drafts', async () => {
    const { journal } = await withDraft();
    const { composeId, facts } = await write(journal, {
      text: 'From me',
      nextStateHint: 'completed',
      by: 'ada',
    });
    expect(facts.map(({ type }) => type)).toEqual([
      'compose_dismissed',
      'compose_intent',
      'compose_approved',
    ]);
    expect((await ledgerOf(journal)).drafts.open).toMatchObject([
      { composeId, text: 'From me', nextStateHint: 'completed', approval: { by: 'ada' } },
    ]);
  });

  it('waits until the current draft is sent', async () => {
    const { journal, append } = talk();
    await append(inputRequired);
    await write(journal, { text: 'One', by: 'ada' });
    await expect(write(journal, { text: 'Two', by: 'ada' })).rejects.toMatchObject({ code: 'conflict' });
  });
});
