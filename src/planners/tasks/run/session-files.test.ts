import { describe, expect, it } from 'vitest';
import { JournalError } from '../../../journal/error.ts';
import type { Fact } from '../../../journal/fact.ts';
import type { LlmRequest } from '../../../model/llm.ts';
import { scriptedModel } from '../../../testing/scripted-model.ts';
import type { ExecutableTask } from '../executors/executor.ts';
import type { AttachmentReader } from '../executors/material/attachment-content.ts';
import { filesFor } from '../plan/attachment-files.ts';
import { sessionExecutor } from './session-executor.ts';

const HASHES = { text: 'a'.repeat(64), image: 'b'.repeat(64), pdf: 'c'.repeat(64), gone: 'd'.repeat(64) };
const BYTES: Readonly<Record<string, Uint8Array>> = {
  [HASHES.text]: new TextEncoder().encode('# Wayfold\nPlans, acts, repairs.'),
  [HASHES.image]: Uint8Array.from([0x89, 0x50, 0x4e, 0x47]),
  [HASHES.pdf]: Uint8Array.from([0x25, 0x50, 0x44, 0x46, 0, 1]),
};
const FILES = [
  ['README.md', 'text/markdown', HASHES.text],
  ['oven.png', 'image/png', HASHES.image],
  ['book.pdf', 'application/pdf', HASHES.pdf],
  ['gone.txt', 'text/plain', HASHES.gone],
] as const;
const facts = FILES.map(
  ([name, mimeType, sha256], at): Fact => ({
    id: `f${at}`,
    seq: at + 1,
    ts: '2026-01-01T00:00:00.000Z',
    v: 1,
    type: 'attachment_added',
    ...{ name, mimeType, sha256, size: 4, origin: 'user' },
  }),
);
const host = {
  facts: async () => facts,
  async readAttachment(sha256: string) {
    const bytes = BYTES[sha256];
    if (bytes) return bytes;
    throw new JournalError('attachment-not-found', { expected: 'x', actual: 'y', fix: 'z' });
  },
};
const readAttachment: AttachmentReader = async () => ({ type: 'unread', reason: 'Files are not read here.' });

async function carriedOut(description: string, ...names: readonly string[]) {
  const asked: LlmRequest[] = [];
  const model = scriptedModel(['Seen.']);
  const llm = {
    ...model,
    id: 'test/one',
    demo: false,
    generate: (request: LlmRequest) => {
      asked.push(request);
      return model.generate(request);
    },
  };
  const task: ExecutableTask = {
    id: 1,
    kind: 'Processing',
    description,
    parameters: description,
    attachments: names.map((value) => ({ kind: { type: 'FileRef', value } })),
    context: '',
  };
  const outcome = await sessionExecutor(llm, {}, { host, readAttachment }).execute(task, {
    signal: new AbortController().signal,
    idempotencyKey: 'k',
    progress: () => undefined,
  });
  return { outcome, message: asked[0]?.messages[0] };
}

describe('a file of the session', () => {
  it('reaches the model as text, also through a path that ends in its name', async () => {
    for (const name of ['README.md', 'docs/README.md']) {
      const { outcome, message } = await carriedOut(`Summarise ${name}`, name);
      expect(outcome).toEqual({ type: 'completed', result: 'Seen.' });
      expect(message?.text).toContain('Plans, acts, repairs.');
    }
  });

  it('reaches the model as an image', async () => {
    const { outcome, message } = await carriedOut('Describe oven.png', 'oven.png');
    expect(outcome.type).toBe('completed');
    expect(message?.images).toEqual([{ name: 'oven.png', mediaType: 'image/png', base64: 'iVBORw==' }]);
  });

  it.each(['book.pdf', 'gone.txt', 'missing.txt'])(
    'that cannot be read fails the task with the reason: %s',
    async (name) => {
      const { outcome, message } = await carriedOut(`Summarise ${name}`, name);
      expect(outcome).toMatchObject({ type: 'failed', error: expect.stringContaining(name) });
      expect(message).toBeUndefined();
    },
  );
});

it('files uploaded with a text belong to its first task, unless another one names them', () => {
  const added = FILES.map(([name, mimeType, sha256], at) => ({
    name,
    mimeType,
    sha256,
    size: 4,
    seq: at + 1,
  }));
  expect(filesFor('Summarise readme.md and this', added, 0).map(({ kind }) => kind)).toEqual([
    { type: 'ImageRef', value: 'oven.png' },
    { type: 'FileRef', value: 'book.pdf' },
    { type: 'FileRef', value: 'gone.txt' },
  ]);
  expect(filesFor('More', added, 4)).toEqual([]);
});
