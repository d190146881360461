import type { RequestListener } from 'node:http';
import { homedir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { memorySites } from '../../../../../test/memory-sites.ts';
import type { TaskAttachment } from '../../facts.ts';
import { reachCheck } from './reach.ts';

const A = '93.184.216.34';
const HERE = dirname(import.meta.filename);
const THIS = basename(import.meta.filename);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function site(answer: RequestListener) {
  const { asked, close } = memorySites({ [`${A}:80`]: answer });
  closing.push(close);
  return asked;
}

interface Given {
  readonly description?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

async function problem(
  type: TaskAttachment['kind']['type'],
  value: string,
  { description = 'Write about it', signal = new AbortController().signal, ...options }: Given = {},
): Promise<string | undefined> {
  const check = reachCheck({ allowPrivate: false, cwd: HERE, ...options });
  return await check({ kind: { type, value } }, { task: { description }, signal });
}

describe('a link', () => {
  it('that answers has only its head requested', async () => {
    const asked = site((_, response) => response.end());
    expect(await problem('Link', `http://${A}/`)).toBeUndefined();
    expect(asked.map(({ method }) => method)).toEqual(['HEAD']);
  });

  it('whose server does not support HEAD is requested as a whole', async () => {
    const asked = site(({ method }, response) => response.writeHead(method === 'HEAD' ? 400 : 399).end('x'));
    expect(await problem('Link', `http://${A}/`)).toBeUndefined();
    expect(asked.map(({ method }) => method)).toEqual(['HEAD', 'GET']);
  });

  it.each([
    [400, 'Bad Request', 'It answers with 400 Bad Request.'],
    [404, '', 'It answers with 404.'],
  ])('that answers with %i is unusable', async (status, words, sentence) => {
    site((_, response) => response.writeHead(status, words).end());
    expect(await problem('Link', `http://${A}/`)).toBe(sentence);
  });

  it('that times out is unusable', async () => {
    site(() => undefined);
    expect(await problem('Link', `http://${A}/`, { timeoutMs: 20 })).toBe('It timed out.');
  });

  it('where nobody listens is unusable', async () => {
    site(() => undefined);
    expect(await problem('Link', 'http://93.184.216.35/')).toContain('ECONNREFUSED 93.184.216.35');
  });

  it('that is private is unusable', async () => {
    expect(await problem('Link', 'http://127.0.0.1/')).toMatch(/127\.0\.0\.1.*--allow-private/);
  });

  it('gets no more time when it is requested as a whole', async () => {
    site(({ method }, response) => {
      if (method === 'HEAD') response.writeHead(405).end();
    });
    expect(await problem('Link', `http://${A}/`, { timeoutMs: 50 })).toBe('It timed out.');
  });

  it('is trimmed', async () => {
    site((_, response) => response.writeHead(404).end());
    expect(await problem('Link', ` http://${A}/ `)).toContain('404');
  });

  it('has its format checked first', async () => {
    expect(await problem('Link', 'ftp://example.com/')).toContain('ftp:');
  });

  it('to a picture is checked on the network, whatever the task', async () => {
    site((_, response) => response.writeHead(404).end());
    expect(await problem('ImageRef', `HTTP://${A}/a.png`)).toContain('404');
  });

  it('stops at once when the task is cancelled', async () => {
    const cancel = new AbortController();
    const reason = new Error('cancelled');
    site(() => cancel.abort(reason));
    await expect(problem('Link', `http://${A}/`, { signal: cancel.signal })).rejects.toBe(reason);
  });
});

describe('a file that a task reads', () => {
  const description = '  Read it';

  it('is usable if it exists, by its name or its path', async () => {
    expect(await problem('FileRef', THIS, { description })).toBeUndefined();
    expect(await problem('FileRef', join(HERE, THIS), { description })).toBeUndefined();
  });

  it('is resolved in the home directory if its path says so', async () => {
    const path = `~/${relative(homedir(), join(HERE, THIS))}`;
    expect(await problem('FileRef', path, { description })).toBeUndefined();
    expect(await problem('FileRef', '~/no such file', { description })).toContain(
      join(homedir(), 'no such file'),
    );
    expect(await problem('FileRef', 'a~/no such file', { description })).toContain(
      join(HERE, 'a~', 'no such file'),
    );
  });

  it.each([
    ['is missing', 'missing.md'],
    ['lies below a file', `${THIS}/below.md`],
    ['looks like an address and is none', 'see-http:x.md'],
  ])('is unusable if it %s', async (_, path) => {
    expect(await problem('FileRef', path, { description })).toContain(join(HERE, path));
  });

  it('is unusable if its name is too long for a file', async () => {
    const name = 'x'.repeat(1000);
    expect(await problem('FileRef', name, { description })).toBe(
      `${join(HERE, name)} cannot be read (ENAMETOOLONG).`,
    );
  });
});

it.each(['Write missing.md', 'Readjust missing.md', 'Create missing.md and read it'])(
  'a file may be missing for "%s"',
  async (description) => {
    expect(await problem('FileRef', 'missing.md', { description })).toBeUndefined();
  },
);
