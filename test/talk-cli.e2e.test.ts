import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TaskState } from '@a2a-js/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cardAt, listening, sdkAgent, talkative } from './a2a-agents.ts';
import { CliProcess } from './cli-process.ts';
import { eventually } from './eventually.ts';

let cwd: string;
const open: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'wayfold-talk-'));
});

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  await rm(cwd, { recursive: true, force: true });
});

function start(...args: string[]): CliProcess {
  const cli = new CliProcess(args, { cwd });
  open.push({ close: async () => void (await cli.end('SIGKILL')) });
  return cli;
}

async function agent(behave: Parameters<typeof sdkAgent>[0] = talkative) {
  const running = await sdkAgent(behave);
  open.push(running);
  return running;
}

describe.each(['SIGINT', 'SIGTERM'] as const)('wayfold talk exits on the first %s', (signal) => {
  const code = signal === 'SIGINT' ? 130 : 143;

  it('while it waits for a line', async () => {
    const { url } = await agent();
    const talk = start('talk', url, '--session', 'chat');
    talk.write('Hello\n');
    await eventually(() => talk.stdout).toContain('You said: Hello');
    expect((await talk.end(signal)).code).toBe(code);
    expect(talk.stderr).toContain('--session chat');
  });

  it('while the agent works, and continues in the same task', async () => {
    const hanging = Promise.withResolvers<void>();
    const { url, heard } = await agent(async (turn) => {
      turn.status(TaskState.TASK_STATE_WORKING);
      await hanging.promise;
      turn.status(TaskState.TASK_STATE_INPUT_REQUIRED, `Done: ${turn.text}`);
    });
    const talk = start('talk', url, '--session', 'chat');
    talk.write('Work\n');
    await eventually(() => heard.length).toBe(1);
    expect((await talk.end(signal)).code).toBe(code);
    const again = start('talk', url, '--session', 'chat');
    hanging.resolve();
    await eventually(() => again.stdout).toContain('Done: Work');
    expect(heard).toHaveLength(1);
  });

  it('while the card or the message gets no answer', async () => {
    const asked: string[] = [];
    let withCard = false;
    const silent = await listening((request, response) => {
      asked.push(String(request.method));
      if (withCard && request.method === 'GET')
        response.end(JSON.stringify(cardAt(`http://${request.headers.host}`)));
    });
    open.push(silent);
    const reading = start('talk', silent.url);
    await eventually(() => asked).toEqual(['GET']);
    expect((await reading.end(signal)).code).toBe(code);
    withCard = true;
    const sending = start('talk', silent.url);
    sending.write('Hello\n');
    await eventually(() => asked).toContain('POST');
    expect((await sending.end(signal)).code).toBe(code);
  });

  it('while its planner waits for a decision', async () => {
    const { url } = await agent();
    const talk = start('talk', url, '--planner', 'drafter', '--model', 'offline');
    await eventually(() => talk.stdout).toContain('(draft)');
    expect((await talk.end(signal)).code).toBe(code);
  });
});
