import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CliProcess, runWayfold } from '../cli-process.ts';
import { eventually } from '../eventually.ts';
import { cuttingProxy } from './cutting-proxy.ts';
import { sdkPeer, strandsPeer } from './peer.ts';

const cwd = mkdtempSync(join(tmpdir(), 'wayfold-peers-'));
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
  rmSync(join(cwd, '.wayfold'), { recursive: true, force: true });
});

const peers = [sdkPeer, strandsPeer(process.env.WAYFOLD_PEERS ?? '', cwd)];

describe.each(peers)('an agent made with $name', (peer) => {
  async function agent() {
    const running = await peer.agent();
    open.push(() => running.close());
    return running;
  }

  function talk(url: string): CliProcess {
    const talking = new CliProcess(['talk', url, '--session', 'chat'], { cwd });
    open.push(() => talking.end('SIGKILL'));
    return talking;
  }

  it('answers a message', async () => {
    const { url } = await agent();
    const talking = talk(url);
    talking.write('Hello\n');
    await eventually(() => talking.stdout).toContain('heard: Hello');
  });

  it('is asked to cancel, and continues if it cannot', async () => {
    const { url, heard, letAnswer } = await agent();
    const talking = talk(url);
    talking.write('slow one\n');
    await eventually(() => talking.stdout).toContain('You: slow one');
    await eventually(heard).toEqual(['slow one']);
    talking.write('/cancel\n');
    if (peer.cancels) {
      await eventually(() => talking.stdout).toContain('canceled');
      return;
    }
    await eventually(() => talking.stderr).toContain('agent-refused');
    letAnswer();
    await eventually(() => talking.stdout).toContain('heard: slow one');
  });

  it('answers once when another process takes over while it works', async () => {
    const { url, heard, letAnswer } = await agent();
    const first = talk(url);
    first.write('slow one\n');
    await eventually(heard).toEqual(['slow one']);
    // From here on it is known that the agent has the message.
    await eventually(() => first.stdout).toContain('You: slow one');
    await first.end('SIGKILL');
    const second = talk(url);
    await eventually(() => second.stderr).toContain('session chat');
    letAnswer();
    await eventually(() => second.stdout).toContain('heard: slow one');
    expect(second.stdout.split('heard: slow one')).toHaveLength(2);
    expect(heard()).toEqual(['slow one']);
  });

  it('answers once when its stream is cut', async () => {
    const { url, heard, letAnswer } = await agent();
    const proxy = await cuttingProxy(url);
    open.push(() => proxy.close());
    proxy.cutNext();
    const talking = talk(proxy.through);
    talking.write('slow one\n');
    await eventually(() => proxy.cut).toBe(1);
    letAnswer();
    await eventually(() => talking.stdout).toContain('heard: slow one');
    expect(heard()).toEqual(['slow one']);
  });
});

describe.each(peers)('a caller made with $name', (peer) => {
  let port = 0;

  async function serve(): Promise<CliProcess> {
    const server = new CliProcess(['up', '--port', String(port)], { cwd });
    open.push(() => server.end('SIGKILL'));
    await eventually(() => server.stdout).toMatch(/running at http/);
    port = Number(/http:\/\/[^:]+:(\d+)/.exec(server.stdout)?.[1]);
    return server;
  }

  async function published(...flags: string[]) {
    port = 0;
    await runWayfold(['publish', 'desk', '--planner', 'drafter', ...flags], { cwd });
    const server = await serve();
    return { server, url: `http://127.0.0.1:${port}/a2a/desk/` };
  }

  const api = async (path: string, body?: object) => {
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const headers = { 'content-type': 'application/json' };
    return await (
      await fetch(`http://127.0.0.1:${port}/api/sessions/desk${path}`, { ...init, headers })
    ).json();
  };
  const drafts = async () => (await api('')).drafts;
  const sent = async () =>
    (await api('/facts')).facts.filter(({ type }: { readonly type: string }) => type === 'remote_sent');
  const taskId = async () =>
    (await api('/facts')).facts.find(({ type }: { readonly type: string }) => type === 'a2a_task_opened')
      .taskId;

  async function approve(): Promise<void> {
    await eventually(async () => (await drafts()).length).toBe(1);
    const [{ composeId, digest }] = await drafts();
    await api('/commands', { type: 'approve', composeId, digest });
  }

  it('is answered', async () => {
    const { url } = await published('--auto');
    expect(await peer.say(url, 'When do you deliver?')).toMatchObject({
      state: 'input-required',
      text: expect.stringContaining('When do you deliver?'),
    });
  });

  it('has a task canceled', async () => {
    const { url } = await published();
    const saying = peer.say(url, 'Hello');
    await eventually(async () => (await drafts()).length).toBe(1);
    expect(await peer.cancel(url, await taskId())).toBe('canceled');
    expect((await saying).state).toBe('canceled');
    expect(await sent()).toEqual([]);
  });

  it('is answered once although the server dies meanwhile', async () => {
    const { url, server } = await published();
    const saying = peer.say(url, 'Hello');
    await eventually(async () => (await drafts()).length).toBe(1);
    const id = await taskId();
    await server.end('SIGKILL');
    await saying;
    await serve();
    const following = peer.follow(url, id);
    await approve();
    expect(await following).toMatchObject({ taskId: id, state: 'input-required' });
    expect(await sent()).toHaveLength(1);
  });

  it('resumes a stream that was cut', async () => {
    const { url } = await published();
    const proxy = await cuttingProxy(url);
    open.push(() => proxy.close());
    proxy.cutNext();
    const { taskId: id } = await peer.say(proxy.through, 'Hello');
    expect(proxy.cut).toBe(1);
    const following = peer.follow(proxy.through, id);
    await approve();
    expect(await following).toMatchObject({ taskId: id, state: 'input-required' });
    expect(await sent()).toHaveLength(1);
  });
});
