import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import { SessionsServer } from '../../../../test/sessions-server.ts';
import { Sessions } from './responses/response-schemas.ts';

let server: SessionsServer;
afterEach(() => server.stop());

/** What a reader types in the second terminal, block by block. */
function shellBlocks(): readonly string[] {
  const page = readFileSync(new URL('../../../../docs/http-api.md', import.meta.url), 'utf8');
  return [...page.matchAll(/```sh\n([\s\S]*?)```/g)]
    .map(([, text = '']) => text)
    .filter((text) => !text.startsWith('npx '));
}

/** Every answer of the commands in a block, as far as it is JSON. */
async function run(block: string, before: string): Promise<readonly unknown[]> {
  // A stream does not end by itself, and every answer is to be told from the next.
  const text = block
    .replaceAll('curl -sN', 'curl -sN --max-time 1')
    .replaceAll(/^(curl [^|>]*?)$(?<!\\)/gm, '$1; echo');
  const { stdout } = await promisify(execFile)('bash', ['-c', `${before}\n${text}\ntrue`], {
    cwd: server.directory,
  });
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

it('the walk through the HTTP API goes as it is written', { timeout: 60_000 }, async () => {
  server = await SessionsServer.start();
  const blocks = shellBlocks();
  const settings = blocks[0]?.split('\n').slice(0, 2).join('\n').replace('http://127.0.0.1:4180', server.url);
  expect(settings).toContain(server.url);
  const answers: unknown[] = [];
  for (const [at, block] of blocks.entries()) {
    const commands = at === 0 ? block.split('\n').slice(2).join('\n') : block;
    answers.push(...(await run(commands, settings ?? '')));
    // A reader takes longer than planning does.
    await eventually(async () =>
      Sessions.parse((await server.get('/sessions')).body).sessions.map(({ standing }) => standing),
    ).not.toContain('working');
  }
  const problems = answers.filter((answer) => JSON.stringify(answer).includes('"code":"'));
  expect(problems).toMatchObject([{ code: 'conflict', status: 409 }]);
  expect(server.failures).toEqual([]);
});
