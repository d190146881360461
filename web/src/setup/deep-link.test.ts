import { describe, expect, it } from 'vitest';
import type { PlannerLine, SessionState } from '../api/contracts.ts';
import { type LinkOutcome, linkedPlanner, startLinks } from './deep-link.ts';

const fields = [{ key: 'account', type: 'secret', label: 'Account' }];
const TASKS = { id: 'tasks', name: 'Task planner', setup: { fields } } as unknown as PlannerLine;

function session(more: Partial<SessionState>): SessionState {
  return {
    id: 'todo',
    plannerId: 'tasks',
    setup: { mode: 'approve', seed: { parallel: 2, attempts: 3 }, seq: 9, ready: true },
    ...more,
  } as SessionState;
}

/** Where a page goes that has these sessions and finds a link in its address. */
async function followLink(hash: string, sessions: readonly SessionState[]): Promise<LinkOutcome | undefined> {
  let followed: LinkOutcome | undefined;
  const links = startLinks({
    location: { read: () => hash, replace() {}, subscribe: () => () => {} },
    planners: () => [TASKS],
    findSession: async (id) => sessions.find((each) => each.id === id),
    onFollowed: (next) => {
      followed = next;
    },
  });
  await links.settled();
  links.stop();
  return followed;
}

const here = (...sessions: readonly SessionState[]) => sessions;

function link(more: Record<string, unknown> = {}): string {
  return `#${JSON.stringify({
    planner: { id: 'tasks', mode: 'approve' },
    planners: { tasks: { seed: { parallel: 4 } } },
    session: 'todo',
    rev: 12,
    ...more,
  })}`;
}

describe('a link', () => {
  it('to a setup that is applied opens its session, whatever the order of its fields', async () => {
    const same = link({ planners: { tasks: { seed: { attempts: 3, parallel: 2 } } }, rev: 3 });
    expect(await followLink(same, here(session({})))).toEqual({
      type: 'open',
      session: 'todo',
      isOlder: false,
    });
  });

  it('that is older than what is applied opens the session, and offers nothing', async () => {
    expect(await followLink(link({ rev: 8 }), here(session({})))).toEqual({
      type: 'open',
      session: 'todo',
      isOlder: true,
    });
  });

  it('that is not older offers its setup for the session it names', async () => {
    const followed = await followLink(encodeURIComponent(link().slice(1)), here(session({})));
    expect(followed).toMatchObject({
      type: 'offer',
      offer: { planner: TASKS, mode: 'approve', seed: { parallel: 4 }, session: { id: 'todo' } },
    });
  });

  it('names no secret that would be used with what it sets up', async () => {
    const naming = link({ planners: { tasks: { seed: { parallel: 4, account: 'env:BANK_KEY' } } } });
    const followed = await followLink(naming, here());
    expect(followed?.type === 'offer' && followed.offer.seed).toEqual({ parallel: 4 });
  });

  it('to a session that is not here, or has another planner, offers a new one', async () => {
    for (const around of [here(), here(session({ plannerId: 'trip' }))]) {
      const followed = await followLink(link(), around);
      expect(followed).toMatchObject({ type: 'offer', offer: { session: undefined } });
    }
  });

  it('that is broken, too long, or names nobody is refused with the reason', async () => {
    for (const bad of [
      '#section-2',
      '#{"planner":',
      `#${'x'.repeat(40_000)}`,
      link({ planner: { id: 'nobody', mode: 'approve' } }),
      link({ planners: { tasks: { seed: [1] } } }),
    ]) {
      expect(await followLink(bad, here(session({})))).toMatchObject({ type: 'refused' });
    }
    expect(await followLink('', here())).toBeUndefined();
  });

  it('that is read after the setup of another session was shown is not held against that one', async () => {
    const listeners = new Set<() => void>();
    let hash = '';
    const followed: LinkOutcome[] = [];
    const links = startLinks({
      location: {
        read: () => hash,
        replace: (next) => {
          hash = next;
        },
        subscribe: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      planners: () => [TASKS],
      findSession: async () => session({}),
      onFollowed: (next) => followed.push(next),
    });
    const planner = linkedPlanner(TASKS);
    links.show({ planner, mode: 'approve', config: { parallel: 1 }, session: 'other', rev: 400 });
    expect(decodeURIComponent(hash)).toContain('"rev":400');
    for (const next of [link(), link({ session: 'other', rev: 399 })]) {
      hash = next;
      for (const listener of listeners) listener();
      await links.settled();
      links.show({ planner, mode: 'approve', config: {}, session: 'other', rev: 400 });
    }
    expect(followed).toMatchObject([{ type: 'offer' }, { type: 'open', session: 'other', isOlder: true }]);
    links.stop();
  });
});
