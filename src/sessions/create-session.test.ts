import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definePlanner } from '../harness/module/define-planner.ts';
import { memoryStore } from '../journal/index.ts';
import { offlineModel } from '../model/index.ts';
import { drafterModule } from '../planners/drafter/module.ts';
import { createSession } from './create-session.ts';

function echo<Config extends z.ZodObject>(config: Config) {
  return definePlanner({
    id: 'echo',
    title: 'Echo',
    description: 'Says again what was said.',
    config,
    facts: {
      echoed: { schema: z.strictObject({ text: z.string() }), kind: 'plan', text: ({ text }) => text },
    },
    state: {
      initial: '',
      apply: (last, fact) => (fact.type === 'user_input' ? (fact.text ?? '') : last),
    },
    plan: ({ state, fact }) => [fact.echoed({ text: state })],
  });
}

describe.each([{}, { config: undefined }])('a session that a program creates with %j', (setup) => {
  it('plans with the defaults of its planner', async () => {
    const planner = echo(z.strictObject({ order: z.string().default('as written') }));
    const session = await createSession(memoryStore(), { planner, ...setup });
    await session.say({ text: 'Hello' }, { by: 'me' });
    await session.untilIdle({});
    expect((await session.turnSince(0)).text).toBe('Hello');
  });

  it('is refused with the field that has no default, and nothing is created', async () => {
    const store = memoryStore();
    const planner = echo(z.strictObject({ title: z.string().min(1) }));
    await expect(createSession(store, { planner, ...setup })).rejects.toMatchObject({
      code: 'config-invalid',
      summary: expect.stringContaining('title'),
    });
    expect((await store.usage()).journals).toBe(0);
  });

  it('waits for its setup if only somebody else can complete it', async () => {
    const session = await createSession(memoryStore(), { planner: 'scenario', ...setup });
    const { view, text } = await session.turnSince(0);
    expect(view.ready).toBe(false);
    expect(text).not.toBe('');
  });
});

describe('the goal of a session', () => {
  it('is guidance for the first message where the planner talks to another agent', async () => {
    const llm = offlineModel({ skills: drafterModule.offlineSkills ?? [] });
    const goal = 'Write to my landlord that the heating is broken.';
    const session = await createSession(memoryStore(), { planner: 'drafter', llm, goal });
    await session.untilIdle({ llm });
    const { ledger, title } = await session.view();
    expect(ledger.drafts.open).toHaveLength(1);
    expect(title).toBe(goal);
    const types = (await session.journal.facts()).map(({ type }) => type);
    expect(types).toContain('user_guidance');
    expect(types).not.toContain('remote_received');
  });

  it('is a message to a planner that talks to a person', async () => {
    const planner = echo(z.strictObject({}));
    const session = await createSession(memoryStore(), { planner, goal: 'Hello' });
    await session.untilIdle({});
    expect((await session.turnSince(0)).text).toBe('Hello');
  });
});
