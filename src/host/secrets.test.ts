import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secretReader } from './secrets.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-secrets-'));
  file = join(directory, 'secrets.json');
});
afterEach(() => rmSync(directory, { recursive: true }));

function written(text: string, mode = 0o600): void {
  writeFileSync(file, text);
  chmodSync(file, mode);
}

describe('a secret', () => {
  it('is read from the environment when it is asked for', () => {
    const env: Record<string, string> = {};
    const read = secretReader({ env });
    expect(() => read('env:KEY')).toThrow(expect.objectContaining({ code: 'secret-missing' }));
    env.KEY = 'abc';
    expect(read('env:KEY')).toBe('abc');
  });

  it('is an entry of the file that WAYFOLD_SECRETS names', () => {
    written('{"mail": "abc", "empty": ""}');
    const read = secretReader({ env: { WAYFOLD_SECRETS: file } });
    expect(read('file:mail')).toBe('abc');
    for (const name of ['file:other', 'file:empty', 'file:toString'])
      expect(() => read(name)).toThrow(
        expect.objectContaining({ code: 'secret-missing', summary: expect.stringContaining(name) }),
      );
  });

  it('is missing where the file is', () => {
    expect(() => secretReader({ env: {}, file })('file:mail')).toThrow(
      expect.objectContaining({ code: 'secret-missing' }),
    );
  });

  it.skipIf(process.platform === 'win32').each([0o640, 0o604, 0o620, 0o660])(
    'is not read from a file of mode %o',
    (mode) => {
      written('{"mail": "abc"}', mode);
      expect(() => secretReader({ env: {}, file })('file:mail')).toThrow(
        expect.objectContaining({ code: 'secrets-exposed' }),
      );
    },
  );

  it.each(['not JSON abc', '["abc"]', '{"mail": {"key": "abc"}}'])(
    'is not told by the error about %s',
    (text) => {
      written(text);
      let error: unknown;
      try {
        secretReader({ env: {}, file })('file:mail');
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toMatchObject({ code: 'secrets-unreadable' });
      expect(String(error)).not.toContain('abc');
    },
  );
});
