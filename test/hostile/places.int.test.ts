import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal, sqliteStore } from '../../src/journal/index.ts';
import { findCommit } from '../../src/machine/git/git.ts';
import { inDetachedWorktree } from '../../src/machine/git/worktree.ts';
import { allowedRoot } from '../../src/planners/commits/agent/plan-reactor.ts';
import { openStore, storeLocation } from '../../src/surfaces/cli/config/store-location.ts';
import { atomicWrite } from '../../src/surfaces/cli/files/atomic-write.ts';
import { GitRepository } from '../cli-stand-ins/git-repository.ts';
import { SessionsServer } from '../sessions-server.ts';
import { hostileText } from './hostile-text.ts';
import { answerOrRefusal, runs } from './law.ts';

let directory: string;
let server: SessionsServer | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-places-'));
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  rmSync(directory, { recursive: true, force: true });
});

/** The answer to exactly this path: `fetch` would mend it first. */
async function raw(path: string): Promise<{ status: number | undefined; text: string }> {
  const { hostname, port } = new URL(server?.url ?? '');
  return await new Promise((resolve, reject) => {
    request({ hostname, port, path, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
    })
      .on('error', reject)
      .end();
  });
}

describe('an address', () => {
  it('leads only to files that are served', async () => {
    server = await SessionsServer.start();
    const ups = ['..', '%2e%2e', '%2E%2E', '..%2f', '..%5c', '.%2e', '....//', '%252e%252e', '..;', '\\..'];
    const starts = ['', '/assets', '/errors', '/api', '/a2a', '/sessions', '/assets/x'];
    const ends = [
      'package.json',
      'etc/passwd',
      'src/surfaces/cli/main.ts',
      'docs/errors/conflict.md',
      '.env',
    ];
    for (const start of starts) {
      for (const up of ups) {
        for (const end of ends) {
          const { status, text } = await raw(`${start}/${Array(6).fill(up).join('/')}/${end}`);
          expect(status).toBeGreaterThanOrEqual(200);
          expect(status).toBeLessThan(500);
          expect(text).not.toMatch(/"version":|root:|process\.exit|^# conflict/m);
        }
      }
    }
    expect(server.failures).toEqual([]);
  });

  it('of an attachment named like a path is refused, and any other name is kept', async () => {
    server = await SessionsServer.start();
    const running = server;
    const id = await running.begin('drafter');
    await fc.assert(
      fc.asyncProperty(hostileText, async (name): Promise<void> => {
        const query = encodeURIComponent(name.toWellFormed());
        const added = await running.post(`/sessions/${id}/attachments?name=${query}`, 'x', {
          'content-type': 'text/html',
        });
        if (/[/\\\p{Cc}]/u.test(name) || name.trim() === '') expect(added.status).toBe(400);
        expect(added.status).toBeLessThan(500);
        if (added.status !== 201) return;
        const got = await running.get(`/sessions/${id}/attachments/${added.fields.sha256}`);
        expect(got.headers.get('content-type')).toBe('application/octet-stream');
        expect(got.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w%.~!-]+$/);
        expect(got.headers.get('x-content-type-options')).toBe('nosniff');
      }),
      runs(0.5) as fc.Parameters<[string]>,
    );
  });

  it('of a session export names a file and no path', async () => {
    server = await SessionsServer.start();
    for (const title of ['../../etc/passwd', 'a\r\nSet-Cookie: x=1', '"; filename="x', '\u202etxt.exe']) {
      const begun = await server.post('/sessions', { title, plannerId: 'trip', config: {} });
      if (begun.status !== 201) continue;
      const { status, headers } = await server.get(`/sessions/${begun.fields.id}/export`);
      expect(status).toBe(200);
      expect(headers.get('content-disposition') ?? '').not.toMatch(/\.\.|[/\\\r\n]|filename="[^"]*"[^;]/);
      expect(headers.get('set-cookie')).toBeNull();
    }
  });
});

describe('the id of a journal', () => {
  it('is a name, and never a path', async () => {
    const store = sqliteStore(join(directory, 'wayfold.db'));
    await fc.assert(
      fc.asyncProperty(hostileText, async (id) => {
        const outcome = await answerOrRefusal(() => openJournal(store, id).head());
        if (/[/\\\s\p{Cc}]|^\W/u.test(id))
          expect(outcome).toMatchObject({ error: { code: 'invalid-journal-id' } });
      }),
      runs(1) as fc.Parameters<[string]>,
    );
    await store.close();
  });
});

describe('a data directory', () => {
  it('is created for its owner only, and so are the files in it', async () => {
    const data = join(directory, 'data');
    const store = await openStore(storeLocation({ data }), { create: true });
    await openJournal(store, 'notes').append([{ type: 'note_added' }]);
    await store.close();
    expect(statSync(data).mode & 0o777).toBe(0o700);
    await atomicWrite(join(directory, 'export.jsonl'), ['x'], { force: false });
    expect(statSync(join(directory, 'export.jsonl')).mode & 0o777).toBe(0o600);
  });

  it('that a link points to a foreign file leaves that file unchanged', async () => {
    const precious = join(directory, 'precious.txt');
    writeFileSync(precious, 'Do not touch.\n'.repeat(100));
    symlinkSync(precious, join(directory, 'wayfold.db'));
    const outcome = await answerOrRefusal(() =>
      sqliteStore(join(directory, 'wayfold.db')).list({ limit: 1 }),
    );
    expect(outcome).toMatchObject({ error: { code: 'store-foreign' } });
    expect(readFileSync(precious, 'utf8')).toBe('Do not touch.\n'.repeat(100));
  });
});

describe('a written file', () => {
  it('replaces a link, and not the target of the link', async () => {
    const precious = join(directory, 'precious.txt');
    writeFileSync(precious, 'Do not touch.');
    const link = join(directory, 'export.jsonl');
    symlinkSync(precious, link);
    await expect(atomicWrite(link, ['x'], { force: false })).rejects.toMatchObject({
      code: 'file-exists',
    });
    await atomicWrite(link, ['x'], { force: true });
    expect(readFileSync(precious, 'utf8')).toBe('Do not touch.');
    expect(readFileSync(link, 'utf8')).toBe('x');
  });
});

describe('a repository', () => {
  it('is found only where repositories are allowed, however it is named', async () => {
    const outside = new GitRepository();
    outside.commit('First');
    const root = join(directory, 'root');
    mkdirSync(root);
    symlinkSync(outside.directory, join(root, 'link'));
    for (const way of [
      outside.directory,
      join(root, 'link'),
      join(root, '..', '..', outside.directory),
      `${root}/../../../${outside.directory}`,
    ]) {
      const outcome = await answerOrRefusal(() => allowedRoot(way, [root]));
      expect(['repository-refused', 'no-work-tree']).toContain(Object(outcome).error?.code);
    }
    outside.remove();
  });

  it('accepts no option as a revision', async () => {
    const repository = new GitRepository();
    repository.commit('First');
    const target = join(directory, 'written');
    for (const revision of [
      `--output=${target}`,
      '--help',
      '-n1',
      '--exec=touch x',
      'HEAD;id',
      '$(id)',
      '..',
      '@{-1}',
      '\0',
    ]) {
      const outcome = await answerOrRefusal(() => findCommit(repository.directory, revision));
      expect(Object(outcome).result).toBeUndefined();
    }
    expect(existsSync(target)).toBe(false);
    repository.remove();
  });

  it('runs nothing of its own when one of its commits is checked out', async () => {
    const repository = new GitRepository();
    repository.commit('First', { 'a.txt': 'a' });
    const ran = join(directory, 'ran');
    const script = join(directory, 'script');
    writeFileSync(script, `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
    mkdirSync(join(repository.directory, '.git', 'hooks'), { recursive: true });
    for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change']) {
      writeFileSync(join(repository.directory, '.git', 'hooks', hook), `#!/bin/sh\ntouch ${ran}\n`, {
        mode: 0o755,
      });
    }
    repository.git('config', 'core.fsmonitor', script);
    await inDetachedWorktree(repository.directory, 'HEAD', async ({ directory: checkout }) => {
      expect(readFileSync(join(checkout, 'a.txt'), 'utf8')).toBe('a');
    });
    expect(existsSync(ran)).toBe(false);
    repository.remove();
  });
});
