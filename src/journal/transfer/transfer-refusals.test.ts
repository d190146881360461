import { describe, expect, it } from 'vitest';
import { clock, edited, factsOf, given, linesOf, refusal } from '../../../test/transfer-fixture.ts';
import { chainHash, GENESIS_HASH } from '../integrity/chain.ts';
import { sha256 } from '../integrity/sha256.ts';
import { openJournal } from '../journal.ts';
import { memoryStore } from '../memory-store.ts';
import { importJournal } from './transfer-import.ts';

describe('an import refuses, with the line and what stood there,', () => {
  const HEADER_EDITS: [string, (json: object) => object, string][] = [
    ['a newer format', (json) => ({ ...json, format: 3 }), 'format 3, which a newer Wayfold wrote'],
    ['a bad journal id', (json) => ({ ...json, id: 'a/b' }), '"a/b"'],
    ['a header of something else', (json) => ({ ...json, wayfold: 'plan' }), '{\\"wayfold\\":\\"plan\\"'],
    ['a header without a head', (json) => ({ ...json, head: undefined }), 'head: '],
  ];
  it.each(HEADER_EDITS)('%s', async (_, edit, actual) => {
    const lines = await linesOf(await given([{ text: 'a' }]));
    expect(await refusal(lines.with(0, edited(lines[0], edit)))).toMatchObject({
      code: 'import-invalid',
      expected: expect.stringMatching(/^line 1: /),
      actual: expect.stringContaining(actual),
    });
  });

  it.each([
    ['nothing at all', []],
    ['blank lines only', ['', ' ']],
    ['a file that is no JSON', ['PK\u0003\u0004']],
    ['a JSON array', ['[]']],
    ['a null', ['null']],
  ])('%s', async (_, lines) => {
    expect(await refusal(lines)).toMatchObject({ code: 'import-invalid' });
  });

  it.each([
    ['a text', ['Dear diary,']],
    ['JSON of something else', ['{"objective":"x"}']],
    ['a JSON array', ['[]']],
  ])('%s, which is not an export, without calling it damaged', async (_, lines) => {
    expect(await refusal(lines)).toMatchObject({
      expected: expect.stringMatching(/^line 1: a file that wayfold exported/),
      fix: expect.stringMatching(/^Check that this is the right file/),
    });
  });

  it('a missing fact', async () => {
    const lines = await linesOf(await given([{ n: 1 }, { n: 2 }, { n: 3 }]));
    expect(await refusal(lines.toSpliced(2, 1))).toMatchObject({
      expected: 'line 3: fact 2',
      actual: 'fact 3',
    });
  });

  it('facts in another order', async () => {
    const [header = '', one = '', two = ''] = await linesOf(await given([{ n: 1 }, { n: 2 }]));
    expect(await refusal([header, two, one])).toMatchObject({ expected: 'line 2: fact 1', actual: 'fact 2' });
  });

  it('a file that was cut off', async () => {
    const lines = await linesOf(await given([{ n: 1 }, { n: 2 }]));
    expect(await refusal(lines.slice(0, 2))).toMatchObject({
      code: 'import-invalid',
      expected: expect.stringMatching(/^line 3: /),
    });
  });

  it('a line more than the header announces', async () => {
    const store = await given([{ n: 1 }]);
    const header = (await linesOf(store)).slice(0, 1);
    await openJournal(store, 'trip', { clock }).append([{ type: 'note_added' }]);
    const longer = (await linesOf(store)).slice(1);
    expect(await refusal([...header, ...longer])).toMatchObject({
      code: 'import-invalid',
      expected: expect.stringMatching(/^line 3: /),
    });
  });

  it('a shorter header than chain, both edited to agree on the count only', async () => {
    const lines = await linesOf(await given([{ n: 1 }, { n: 2 }]));
    const cut = [edited(lines[0], (json) => ({ ...json, head: 1 })), lines[1] ?? ''];
    expect(await refusal(cut)).toMatchObject({
      code: 'import-invalid',
      expected: expect.stringMatching(/^line 2: /),
    });
  });

  it('a changed payload', async () => {
    const lines = await linesOf(await given([{ text: 'pay 10' }]));
    expect(await refusal(lines.with(1, (lines[1] ?? '').replace('pay 10', 'pay 99')))).toMatchObject({
      expected: expect.stringMatching(/^line 2: /),
    });
  });

  it.each([
    ['time', '"ts":"2026-11-15T08:00:00.000Z"', '"ts":"2026-11-15T08:00:00.001Z"'],
    ['type', '"type":"note_added"', '"type":"note_edited"'],
    ['version', '"v":1', '"v":2'],
  ])('a changed %s', async (_, from, to) => {
    const lines = await linesOf(await given([{ text: 'a' }]));
    expect(await refusal(lines.with(1, (lines[1] ?? '').replace(from, to)))).toMatchObject({
      code: 'import-invalid',
      expected: expect.stringMatching(/^line 2: /),
    });
  });

  it.each([
    ['a time that is none', { ts: '2026-02-30T00:00:00.000Z' }],
    ['a time in another form', { ts: '2026-11-15T08:00:00Z' }],
    ['an id that breaks the line', { id: 'a"b' }],
    ['a type that is none', { type: 'a b' }],
    ['a type of the journal itself', { type: 'redacted' }],
    ['a version that is none', { v: 0 }],
    ['a seq that is none', { seq: 1.5 }],
  ])('%s, though its hash is right', async (_, change) => {
    const envelope = { seq: 1, id: 'f-1', ts: '2026-11-15T08:00:00.000Z', type: 'noted', v: 1, ...change };
    const digest = sha256('{}');
    const hash = chainHash(GENESIS_HASH, { ...envelope, digest });
    const header = { wayfold: 'journal', format: 1, id: 'a', head: 1, hash, exportedAt: envelope.ts };
    const forged = [
      { ...header, exportedAt: '2026-11-15T08:00:00.000Z' },
      { fact: envelope, digest, hash },
    ];
    expect(await refusal(forged.map((line) => JSON.stringify(line)))).toMatchObject({
      code: 'import-invalid',
      expected: 'line 2: a fact',
    });
  });

  it('times that go back, though the hashes are right', async () => {
    const digest = sha256('{}');
    const one = { seq: 1, id: 'f-1', ts: '2026-11-15T08:00:00.000Z', type: 'noted', v: 1 };
    const two = { ...one, seq: 2, id: 'f-2', ts: '2026-11-15T07:00:00.000Z' };
    const hashOne = chainHash(GENESIS_HASH, { ...one, digest });
    const hash = chainHash(hashOne, { ...two, digest });
    const lines = [
      { wayfold: 'journal', format: 1, id: 'a', head: 2, hash, exportedAt: one.ts },
      { fact: one, digest, hash: hashOne },
      { fact: two, digest, hash },
    ];
    expect(await refusal(lines.map((line) => JSON.stringify(line)))).toMatchObject({
      expected: `line 3: a time from ${one.ts} on`,
    });
  });

  it('a payload on a redacted fact', async () => {
    const lines = await linesOf(await given([{ text: 'a' }]));
    const marked = edited(lines[1], (json) => ({ ...json, redacted: '2026-11-15T08:00:00.000Z' }));
    expect(await refusal(lines.with(1, marked))).toMatchObject({
      expected: expect.stringMatching(/^line 2: /),
      actual: 'text',
    });
  });

  it('a payload that could never have been appended', async () => {
    const lines = await linesOf(await given([{ text: 'a' }]));
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
    const refused = await refusal(lines.with(1, (lines[1] ?? '').replace('"a"', deep)));
    expect(refused).toMatchObject({
      code: 'import-invalid',
      expected: expect.stringContaining('128 levels'),
    });
    const poisoned = (lines[1] ?? '').replace('"text"', '"__proto__":{"x":1},"text"');
    const store = memoryStore();
    await importJournal(store, lines.with(1, poisoned)).catch((error) =>
      expect(error).toMatchObject({ code: 'import-invalid' }),
    );
    expect(JSON.stringify(await factsOf(store))).not.toContain('__proto__');
  });

  it('an unknown field beside a fact', async () => {
    const lines = await linesOf(await given([{ text: 'a' }]));
    const more = edited(lines[1], (json) => ({ ...json, signature: 'x' }));
    expect(await refusal(lines.with(1, more))).toMatchObject({
      actual: expect.stringContaining('signature'),
    });
  });
});
