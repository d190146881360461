import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TaskState } from '@a2a-js/sdk';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sdkAgent, talkative } from '../../../../../test/a2a-agents.ts';
import { eventually } from '../../../../../test/eventually.ts';
import { atTerminal } from '../../../../../test/invocation-fixture.ts';
import { openPublishedSession } from '../../../../host/a2a/published/published-session.ts';
import { createRegistry } from '../../../../host/registry.ts';
import { createHostSession } from '../../../../host/session.ts';
import { builtInModules } from '../../../../planners/built-in.ts';
import { EXIT } from '../../exit-code.ts';
import { publish, unpublish } from './publish.ts';
import { type TalkOptions, talk } from './run.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const each of open.splice(0)) await each.close();
});

async function agent(...args: Parameters<typeof sdkAgent>) {
  const running = await sdkAgent(...args);
  open.push(running);
  return running;
}

const none: TalkOptions = { header: [] };
const registry = createRegistry(builtInModules());

describe('talking to an agent', () => {
  it('sends every line when it is our turn, and tells what the agent says', async () => {
    const { url, heard } = await agent(talkative);
    const terminal = atTerminal();
    for (const line of ['Hello', '', 'How are you?', 'bye', 'Again']) terminal.type(line);
    terminal.endInput();
    expect(await talk(terminal.invocation, url, none)).toBe(EXIT.ok);
    expect(terminal.seen.out.split('\n')).toEqual([
      'You: Hello',
      'Sample: You said: Hello',
      'You: How are you?',
      'Sample: You said: How are you?',
      'You: bye',
      'Sample: You said: bye',
      'The task is completed.',
      'You: Again',
      'Sample: You said: Again',
      '',
    ]);
    expect(heard).toHaveLength(4);
    expect(terminal.seen.err).toMatch(/Talking to Sample: Does what a test says\. \(session talk:\w{6}\)/);
    expect(terminal.seen.err).toMatch(/wayfold talk \S+ --session talk:\w{6}/);
  });

  it('writes every fact as a line of JSON', async () => {
    const { url } = await agent(talkative);
    const terminal = atTerminal({ json: true });
    terminal.type('Hello');
    terminal.endInput();
    expect(await talk(terminal.invocation, url, none)).toBe(EXIT.ok);
    const facts = terminal.seen.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(facts).toContainEqual(expect.objectContaining({ type: 'remote_sent', text: 'Hello' }));
    expect(facts).toContainEqual(
      expect.objectContaining({ type: 'remote_received', text: 'You said: Hello' }),
    );
    expect(facts.filter(({ type }) => type === 'claimed')).toEqual([]);
    expect(terminal.seen.err).toBe('');
  });

  it('goes on later where it stopped, and tells what was said', async () => {
    const { url, heard } = await agent(talkative);
    const first = atTerminal();
    first.type('Hello');
    const talking = talk(first.invocation, url, { ...none, session: 'weather' });
    await eventually(() => first.seen.out).toContain('Sample: You said: Hello');
    first.interrupt();
    await expect(talking).rejects.toThrow();
    expect(first.seen.err).toContain(`wayfold talk ${url} --session weather`);
    const second = atTerminal({ data: first.data });
    second.type('More');
    second.endInput();
    expect(await talk(second.invocation, url, { ...none, session: 'weather' })).toBe(EXIT.ok);
    expect(second.seen.out.split('\n').slice(0, 4)).toEqual([
      'You: Hello',
      'Sample: You said: Hello',
      'You: More',
      'Sample: You said: More',
    ]);
    expect(heard[1]?.taskId).toBe(heard[0]?.taskId);
  });

  it('sends files, and stops what the agent does', async () => {
    const hanging = Promise.withResolvers<void>();
    const { url, heard } = await agent(async (turn) => {
      if (turn.text !== 'hang') return talkative(turn);
      turn.status(TaskState.TASK_STATE_WORKING);
      await hanging.promise;
    });
    const terminal = atTerminal();
    const file = join(terminal.data, 'notes.txt');
    writeFileSync(file, 'notes');
    for (const line of ['/file nowhere', `/file ${file}`, 'Here', '/cancel', '/cancel', '/quit'])
      terminal.type(line);
    expect(await talk(terminal.invocation, url, none)).toBe(EXIT.ok);
    hanging.resolve();
    expect(terminal.seen.out).toContain('You: Here\n  + notes.txt\nSample: You said: Here (1 files)\n');
    expect(heard[0]?.parts).toHaveLength(2);
    expect(terminal.seen.err).toContain('Not added: ENOENT');
    expect(terminal.seen.err).toContain('There is nothing to cancel.');
  });

  it('tells when nothing could be sent', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { url } = await agent(() => {
      throw new Error('Out of order');
    });
    const terminal = atTerminal();
    terminal.type('Hello');
    const talking = talk(terminal.invocation, url, none);
    await eventually(() => terminal.seen.out + terminal.seen.err).toMatch(/Out of order|failed/);
    terminal.interrupt();
    await expect(talking).rejects.toThrow();
  });

  it('needs a sensible command line', async () => {
    const { url } = await agent(talkative);
    const { invocation } = atTerminal();
    await expect(talk(invocation, url, { header: ['nonsense'] })).rejects.toMatchObject({ code: 'usage' });
    await expect(talk(invocation, url, { header: [], auto: true })).rejects.toMatchObject({ code: 'usage' });
    await expect(talk(invocation, url, { header: [], planner: 'scenario' })).rejects.toMatchObject({
      code: 'usage',
    });
    await expect(talk(invocation, 'nowhere', none)).rejects.toMatchObject({ code: 'agent-address-refused' });
  });
});

describe('talking with a planner', () => {
  it('lets the person approve, reword, dismiss, and have another draft', async () => {
    const { url, heard } = await agent(talkative);
    const terminal = atTerminal();
    const talking = talk(terminal.invocation, url, { ...none, planner: 'drafter', model: 'offline' });
    const drafts = () => terminal.seen.out.match(/\(draft\)/g)?.length ?? 0;
    await eventually(drafts).toBe(1);
    terminal.type('r');
    await eventually(drafts).toBe(2);
    terminal.type('Say that we meet at ten');
    await eventually(drafts).toBe(3);
    expect(terminal.seen.out.split('(draft)').at(-1)).not.toContain('ten');
    terminal.type('e Ten it is');
    await eventually(() => terminal.seen.out).toContain('Sample: You said: Ten it is');
    await eventually(drafts).toBe(5);
    terminal.type('e');
    await eventually(() => terminal.seen.err).toContain('Write the text to send instead:');
    terminal.type('bye');
    expect(await talking).toBe(EXIT.ok);
    expect(heard.map(({ parts: [part] }) => part?.content?.value)).toEqual(['Ten it is', 'bye']);
    expect(terminal.seen.err).toContain('(a)pprove, (e)dit, (d)ismiss, (r)egenerate');
  });

  it('shows a draft again that waits when a person comes back', async () => {
    const { url } = await agent(talkative);
    const options = { ...none, session: 'again', planner: 'drafter', model: 'offline' };
    const first = atTerminal();
    const leaving = talk(first.invocation, url, options);
    await eventually(() => first.seen.err).toContain('(a)pprove');
    const [, draft = ''] = first.seen.out.split('(draft):');
    first.interrupt();
    await expect(leaving).rejects.toThrow();
    const second = atTerminal({ data: first.data });
    const talking = talk(second.invocation, url, options);
    await eventually(() => second.seen.err).toContain('(a)pprove');
    expect(second.seen.out).toContain(draft.trim());
    second.interrupt();
    await expect(talking).rejects.toThrow();
  });

  it('sends by itself with --auto, until there is nothing more to say', async () => {
    const { url, heard } = await agent((turn) => {
      const isLast = turn.text.includes('Goodbye');
      turn.status(
        isLast ? TaskState.TASK_STATE_COMPLETED : TaskState.TASK_STATE_INPUT_REQUIRED,
        `Heard: ${turn.text}`,
      );
    });
    const terminal = atTerminal();
    expect(await talk(terminal.invocation, url, { ...none, planner: 'drafter', auto: true })).toBe(EXIT.ok);
    expect(heard.length).toBeGreaterThan(1);
    expect(terminal.seen.err).toContain('No model is named');
    expect(terminal.seen.err).not.toContain('(a)pprove');
  });

  it('says that it waits when nobody is there to approve', async () => {
    const { url, heard } = await agent(talkative);
    const terminal = atTerminal();
    terminal.endInput();
    expect(await talk(terminal.invocation, url, { ...none, planner: 'drafter', model: 'offline' })).toBe(
      EXIT.incomplete,
    );
    expect(heard).toEqual([]);
    expect(terminal.seen.err).toContain('input has ended');
    expect(terminal.seen.err).toContain('--planner drafter');
  });
});

describe('publishing', () => {
  it('begins a session if need be, publishes it, and withdraws it', async () => {
    const first = atTerminal();
    await publish(first.invocation, 'desk', { planner: 'drafter', auto: true, name: 'Front desk' });
    expect(first.seen.out).toContain('desk is published.');
    const again = atTerminal({ data: first.data, json: true });
    await publish(again.invocation, 'desk', { description: 'Answers.' });
    expect(JSON.parse(again.seen.out)).toEqual({
      session: 'desk',
      published: true,
      card: '/a2a/desk/.well-known/agent-card.json',
    });
    const store = await first.store();
    const published = await openPublishedSession(store, registry, 'desk');
    const [begun] = (await published?.journal.facts({ to: 1 })) ?? [];
    expect(begun).toMatchObject({ type: 'session_created', title: 'Front desk' });
    await unpublish(first.invocation, 'desk');
    await unpublish(first.invocation, 'desk');
    expect(first.seen.out).toMatch(/no longer published\.\ndesk was not published\./);
    expect(await openPublishedSession(store, registry, 'desk')).toBeUndefined();
    await store.close();
  });

  it.each(['tasks', 'trip'] as const)('begins a session of %s that is set up', async (planner) => {
    const terminal = atTerminal();
    await publish(terminal.invocation, 'it', { planner });
    const store = await terminal.store();
    const published = await openPublishedSession(store, registry, 'it');
    const types = (await published?.journal.facts())?.map(({ type }) => type);
    expect(types).toEqual(['session_created', 'planner_configured', 'session_published']);
    await store.close();
  });

  it('sets a session up that never was, and leaves alone one that is', async () => {
    const terminal = atTerminal();
    const store = await terminal.store();
    const place = { title: 'Tasks', plannerId: 'tasks' };
    const { journal } = await createHostSession(store, registry, { id: 'it', ...place });
    await publish(terminal.invocation, 'it', {});
    await publish(terminal.invocation, 'it', { planner: 'tasks' });
    expect((await journal.facts()).map(({ type }) => type)).toEqual([
      'session_created',
      'planner_configured',
      'session_published',
      'session_published',
    ]);
    await expect(publish(terminal.invocation, 'it', { planner: 'trip' })).rejects.toMatchObject({
      code: 'usage',
    });
    await journal.append([{ type: 'session_archived' }]);
    await expect(publish(terminal.invocation, 'it', {})).rejects.toMatchObject({ code: 'conflict' });
    await store.close();
  });

  it('needs a session that is there', async () => {
    const { invocation } = atTerminal();
    await expect(publish(invocation, 'nobody', {})).rejects.toMatchObject({ code: 'no-data' });
    await publish(invocation, 'desk', { planner: 'drafter' });
    await expect(publish(invocation, 'nobody', {})).rejects.toMatchObject({ code: 'no-session' });
    await expect(unpublish(invocation, 'nobody')).rejects.toMatchObject({ code: 'no-session' });
    await expect(publish(invocation, 'x', { planner: 'scenario' })).rejects.toMatchObject({ code: 'usage' });
  });
});
