import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localSite } from '../../../../../test/local-site.ts';
import type { TaskAttachment } from '../../facts.ts';
import { type ReachCheckOptions, reachCheck } from './reach.ts';

let cwd: string;
const closing: (() => void)[] = [];

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'wayfold-reach-'));
});

afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await rm(cwd, { recursive: true, force: true });
});

async function site(answer: RequestListener): Promise<string> {
  const { origin, close } = await localSite(answer);
  closing.push(close);
  return `${origin}/`;
}

interface Given extends Partial<ReachCheckOptions> {
  readonly description?: string;
  readonly signal?: AbortSignal;
}

async function problem(
  type: TaskAttachment['kind']['type'],
  value: string,
  given: Given = {},
): Promise<string | undefined> {
  const { description = 'Read it', signal = new AbortController().signal, ...options } = given;
  const check = reachCheck({ allowPrivate: true, cwd, ...options });
  return await check({ kind: { type, value } }, { task: { description }, signal });
}

describe('a link', () => {
  it('that exists is usable, and only its head is requested', async () => {
    const methods: (string | undefined)[] = [];
    const url = await site(({ method }, response) => {
      methods.push(method);
      response.end('all of it');
    });
    expect(await problem('Link', url)).toBeUndefined();
    expect(methods).toEqual(['HEAD']);
  });

  it.each([405, 501, 403, 404])(
    'whose server answers HEAD with %i is requested as a whole',
    async (status) => {
      const url = await site(({ method }, response) =>
        response.writeHead(method === 'HEAD' ? status : 200).end(),
      );
      expect(await problem('Link', url)).toBeUndefined();
    },
  );

  it.each([
    [404, 'It answers with 404 Not Found.'],
    [410, 'It answers with 410 Gone.'],
    [500, 'It answers with 500 Internal Server Error.'],
  ])('that answers with %i is unusable', async (status, sentence) => {
    const url = await site((_, response) => response.writeHead(status).end());
    expect(await problem('Link', url)).toBe(sentence);
  });

  it('where nobody listens is unusable', async () => {
    expect(await problem('Link', 'http://127.0.0.1:1/')).toMatch(/ECONNREFUSED/);
  });

  it('that times out is unusable', async () => {
    const url = await site(() => undefined);
    expect(await problem('Link', url, { timeoutMs: 100 })).toBe('It timed out.');
  });

  it('that is private is unusable unless allowed', async () => {
    const url = await site((_, response) => response.end());
    expect(await problem('Link', url, { allowPrivate: false })).toContain('--allow-private');
  });

  it('has its format checked first', async () => {
    expect(await problem('Link', 'ftp://example.com/')).toContain('ftp:');
    expect(await problem('Link', 'nonsense')).toEqual(expect.any(String));
  });

  it('to a picture is checked on the network too', async () => {
    const url = await site((_, response) => response.writeHead(404).end());
    expect(await problem('ImageRef', url, { description: 'Write about it' })).toContain('404');
  });

  it('stops at once when the task is cancelled', async () => {
    const cancel = new AbortController();
    const reason = new Error('cancelled');
    const url = await site(() => cancel.abort(reason));
    await expect(problem('Link', url, { signal: cancel.signal })).rejects.toBe(reason);
  });
});

describe('a file', () => {
  it.each([
    'Read notes.md',
    'open notes.md',
    'Load notes.md',
    'Review notes.md',
    'Summarise notes.md',
    'Summarize notes.md',
    'Analyse notes.md',
    'Analyze notes.md',
    'Parse notes.md',
    'Import notes.md',
    'Inspect notes.md',
    'Study notes.md',
    'Please read notes.md',
  ])('must exist for "%s"', async (description) => {
    expect(await problem('FileRef', 'notes.md', { description })).toContain(join(cwd, 'notes.md'));
    await writeFile(join(cwd, 'notes.md'), 'x');
    expect(await problem('FileRef', 'notes.md', { description })).toBeUndefined();
  });

  it.each(['Write notes.md', 'Readjust notes.md', 'Create notes.md and read it', 'Delete notes.md'])(
    'may be missing for "%s"',
    async (description) => {
      expect(await problem('FileRef', 'notes.md', { description })).toBeUndefined();
    },
  );

  it('is resolved by its path, absolute or below another file', async () => {
    await writeFile(join(cwd, 'a.txt'), 'x');
    expect(await problem('ImageRef', join(cwd, 'a.txt'))).toBeUndefined();
    expect(await problem('FileRef', 'a.txt/b.txt')).toContain('b.txt');
    expect(await problem('FileRef', 'a\0b')).toEqual(expect.any(String));
  });
});
