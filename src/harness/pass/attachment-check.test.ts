import { expect, it } from 'vitest';
import { JournalError } from '../../journal/error.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { attachmentProblem } from './attachment-check.ts';

async function stored(text: string) {
  const { attachments } = openJournal(memoryStore(), 'j');
  const { sha256, size } = await attachments.put(new TextEncoder().encode(text));
  return { attachments, made: { type: 'attachment_added', name: 'a.txt', sha256, size } };
}

it('accepts an output whose files are all stored', async () => {
  const { attachments, made } = await stored('bytes');
  expect(await attachmentProblem([made, { type: 'sleep', sha256: 'unknown' }], attachments)).toBeUndefined();
});

it('names a file that was not stored, or has another size', async () => {
  const { attachments, made } = await stored('bytes');
  const problem = (own: object) => attachmentProblem([made, { ...made, name: 'b.txt', ...own }], attachments);
  expect(await problem({ sha256: 'f'.repeat(64) })).toContain('b.txt');
  expect(await problem({ size: 4 })).toMatch(/b\.txt.*4 bytes.*5/);
});

it.each([
  new Error('disk'),
  new JournalError('store-unreachable', { expected: 'a store', actual: 'none', fix: 'Wait.' }),
])('does not blame the output for an unreadable store: %s', async (trouble) => {
  const { made } = await stored('bytes');
  const broken = { get: () => Promise.reject(trouble) };
  await expect(attachmentProblem([made], broken)).rejects.toBe(trouble);
});
