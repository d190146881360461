import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';
import type { Executor } from 'wayfold/tasks';

const TEST = `import assert from 'node:assert';
import { parse } from './parse.js';
assert.deepEqual(parse('a b'), ['a', 'b']);
`;
const CACHED_PARSER = `const known = new Map();
export function parse(text) {
  if (!known.has(text)) known.set(text, text.split(' '));
  return known.get(text);
}
`;

/** Does what the tasks say, in the repository; trips are planned by `trips`, a client of `wayfold mcp --tools trip`. */
export function workshop(repository: string, trips: Client): Executor {
  const deeds: Readonly<Record<string, () => Promise<string>>> = {
    async 'Write a test'() {
      await writeFile(join(repository, 'parse.test.js'), TEST);
      return 'parse.test.js';
    },
    async 'Measure the parser'() {
      await readFile(join(repository, 'bench.js')).catch(() => {
        throw new Error('There is no bench.js.');
      });
      return 'bench.js';
    },
    async 'Cache what was parsed'() {
      await writeFile(join(repository, 'parse.js'), CACHED_PARSER);
      return 'parse.js';
    },
    async 'Plan the way to the meetup'() {
      const trip_id = 'meetup';
      const text = '3 day road trip from LA to Flagstaff via Las Vegas';
      // Only if nothing was said yet: a task may be begun again.
      await trips.callTool({ name: 'trip_say', arguments: { trip_id, text, expected_version: 0 } });
      const exported = await trips.callTool({ name: 'trip_export', arguments: { trip_id, format: 'md' } });
      const [part] = exported.content;
      return part?.type === 'text' ? (/^# (.+)$/m.exec(part.text)?.[1] ?? part.text) : '';
    },
    async 'Check the whole plan'() {
      await promisify(execFile)(process.execPath, ['parse.test.js'], { cwd: repository });
      return 'the tests pass';
    },
  };
  return {
    name: 'workshop',
    async execute({ description }) {
      const [title = ''] = description.split(/[:\n]/);
      try {
        return { type: 'completed', result: (await deeds[title]?.()) ?? 'nothing to do' };
      } catch (error) {
        return { type: 'failed', error: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}
