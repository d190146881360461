import { describe, expect, it } from 'vitest';
import {
  answering,
  asleep,
  draft,
  guidance,
  held,
  inputRequired,
  received,
  talk,
  thinking,
} from '../../../test/conversation-fixture.ts';
import { eventually } from '../../../test/eventually.ts';
import { storeWith } from '../../../test/store-with.ts';
import type { JournalErrorCode } from '../../journal/error.ts';
import { JournalError, memoryStore, type ProposedFact } from '../../journal/index.ts';
import { withDefaults } from '../harness-options.ts';

describe('a planner', () => {
  it('sees the files of the conversation under their display names', async () => {
    const { harness, append } = talk();
    const file = {
      type: 'attachment_added',
      name: 'a.txt',
      mimeType: 'text/plain',
      sha256: 'a'.repeat(64),
      size: 1,
      origin: 'user',
    };
    await append(file, { ...file, sha256: 'b'.repeat(64) }, inputRequired);
    let seen: unknown;
    await harness((_, { files }) => {
      seen = [files?.all().map(({ name }) => name), files?.find('a (2).txt')?.sha256, files?.find('gone')];
      return [];
    }).runPlanningPass();
    expect(seen).toEqual([['a.txt', 'a (2).txt'], 'b'.repeat(64), undefined]);
  });

  it('gets an error that names a missing file', async () => {
    const { harness, append, facts } = talk();
    await append(inputRequired);
    await harness((_, { readAttachment }) => readAttachment('gone.txt')).runPlanningPass();
    expect((await facts())[2]).toMatchObject({
      code: 'unknown-attachment',
      message: expect.stringContaining('gone.txt'),
    });
  });

  it('reports its progress between those of the harness', async () => {
    const { harness, append } = talk();
    await append(inputRequired);
    const received: unknown[] = [];
    const hooks = { hud: (...words: unknown[]) => received.push(words) };
    await harness(
      (_, { hud }) => {
        hud('tool', 'looking it up');
        return [asleep];
      },
      { hooks },
    ).runPlanningPass();
    expect(received).toEqual([
      ['planning', undefined],
      ['tool', 'looking it up'],
      ['idle', undefined],
    ]);
  });

  it('stores nothing any more once its pass is over', async () => {
    const { harness, append, journal } = talk();
    await append(inputRequired);
    let late: (() => Promise<unknown>) | undefined;
    await harness((_, { writeAttachment }) => {
      late = async () => await writeAttachment?.(new Uint8Array([1]), { name: 'a', mimeType: 'x/y' });
      return [];
    }).runPlanningPass();
    await expect(late?.()).rejects.toMatchObject({ name: 'AbortError', message: 'The pass is over.' });
    expect(await journal.head()).toBe(3);
  });

  it('learns from its signal that a fact has overtaken it', async () => {
    const { append, one, calls } = await thinking();
    await append(guidance('g1'));
    await eventually(() => calls[0]?.context.signal.aborted).toBe(true);
    expect(calls[0]?.context.signal.reason).toMatchObject({
      name: 'AbortError',
      message: 'A new fact came in.',
    });
    await one.close();
  });

  it('is abandoned after its time limit, which the error names', async () => {
    const { clock, facts, one, calls } = await thinking({ timeoutMs: 5000 });
    clock.advance(4999);
    expect(calls[0]?.context.signal.aborted).toBe(false);
    clock.advance(1);
    await one.idle();
    expect((await facts())[2]).toMatchObject({
      code: 'timeout',
      stage: 'plan',
      attempts: 1,
    });
  });

  it('leaves no timer behind, whether it answers or was overtaken', async () => {
    const { harness, append, clock } = talk();
    await append(inputRequired);
    let timers = 0;
    const timer = {
      after(ms: number, run: () => void) {
        timers += 1;
        let over = false;
        const end = () => {
          if (!over) timers -= 1;
          over = true;
        };
        const cancel = clock.after(ms, () => {
          end();
          run();
        });
        return () => {
          end();
          cancel();
        };
      },
    };
    const { plan, calls } = held();
    const one = harness(plan, { timer });
    const pass = one.runPlanningPass();
    await eventually(() => calls.length).toBe(1);
    await append(guidance('g1'));
    await eventually(() => calls[0]?.context.signal.aborted).toBe(true);
    calls[0]?.answer([]);
    await eventually(() => calls.length).toBe(2);
    calls[1]?.answer([asleep]);
    await pass;
    expect(timers).toBe(0);
  });

  it('leaves no subscription behind', async () => {
    const base = memoryStore();
    let watchers = 0;
    const store = storeWith(base, {
      watch: (...args) => {
        watchers += 1;
        const end = base.watch(...args);
        return () => {
          watchers -= 1;
          end();
        };
      },
    });
    const { harness, append } = talk({ store });
    await append(inputRequired);
    let during = 0;
    await harness(() => {
      during = watchers;
      return [asleep];
    }).runPlanningPass();
    await eventually(() => watchers).toBe(0);
    expect(during).toBeLessThanOrEqual(1);
  });
});

describe('an error of the store while a planner runs', () => {
  const trouble = (code: JournalErrorCode) => new JournalError(code, { expected: '', actual: '', fix: '' });

  it.each<[JournalErrorCode]>([['store-unreachable'], ['store-locked']])(
    'that passes leaves the trigger to be planned for: %s',
    async (code) => {
      const { harness, append, story } = talk();
      await append(inputRequired);
      const pass = harness(() => Promise.reject(trouble(code))).runPlanningPass();
      await expect(pass).rejects.toMatchObject({ code });
      expect(await story()).toEqual(['status_changed']);
    },
  );

  it.each<[string, unknown]>([
    ['a file that is gone', trouble('attachment-not-found')],
    ['what only looks like it', Object.assign(new Error(), { code: 'store-locked' })],
  ])('that does not pass is the planner’s: %s', async (_, error) => {
    const { harness, append } = talk();
    await append(inputRequired);
    const report = await harness(() => Promise.reject(error)).runPlanningPass();
    expect(report).toMatchObject({ outcome: 'error', facts: [{ type: 'planner_error' }] });
  });
});

describe('the defaults of a harness', () => {
  it('are ten minutes for a planner, 200 passes, drafts that wait for approval, and no repetitions', async () => {
    const { mayBegin, isGone, ...rest } = withDefaults({});
    expect(rest).toMatchObject({
      timeoutMs: 600_000,
      runawayCap: 200,
      mode: 'approve',
      duplicateCompose: true,
      configuredAt: Number.POSITIVE_INFINITY,
      worker: expect.stringMatching(/^worker/),
      llm: { id: 'none' },
    });
    expect([await mayBegin(), isGone('anybody')]).toEqual([true, false]);
  });

  it('never wait longer than timers can', () => {
    expect(withDefaults({ timeoutMs: Number.POSITIVE_INFINITY }).timeoutMs).toBe(2 ** 31 - 1);
    expect(withDefaults({ timeoutMs: 5 }).timeoutMs).toBe(5);
  });

  it('do not override explicit values, even empty ones', () => {
    expect(
      withDefaults({ runawayCap: 0, duplicateCompose: false, configuredAt: 0, ttlMs: 1, worker: 'me' }),
    ).toMatchObject({ runawayCap: 0, duplicateCompose: false, configuredAt: 0, ttlMs: 1, worker: 'me' });
  });
});

describe('while work may not begin', () => {
  const asked = async (...given: readonly ProposedFact[]) => {
    const talking = talk();
    await talking.append(...given);
    let questions = 0;
    let may = false;
    const mayBegin = async () => {
      questions += 1;
      return may;
    };
    const allow = () => {
      may = true;
    };
    return { ...talking, mayBegin, questions: () => questions, allow };
  };

  it('no pass is claimed, and the same harness continues once it may', async () => {
    const { harness, mayBegin, allow, types } = await asked(inputRequired);
    const one = harness(answering([asleep]).plan, { mayBegin });
    expect(await one.runPlanningPass()).toEqual({ facts: [], rest: 'paused' });
    expect(await types()).toEqual(['status_changed']);
    allow();
    expect(await one.runPlanningPass()).toMatchObject({ outcome: 'committed' });
  });

  it('no draft is approved', async () => {
    const { harness, append, mayBegin, story } = await asked(inputRequired, received('m1'));
    await harness(answering([draft('c1')]).plan).runPlanningPass();
    const auto = harness(answering([asleep]).plan, { mayBegin, mode: 'auto' });
    expect(await auto.runPlanningPass()).toEqual({ facts: [], rest: 'paused' });
    await append(guidance('g1'));
    // Taking a draft back is no work.
    expect(await auto.runPlanningPass()).toEqual({ facts: [], rest: 'paused' });
    expect((await story()).slice(2)).toEqual(['compose_intent', 'user_guidance', 'compose_dismissed']);
  });

  it('nobody is asked when there is nothing to do', async () => {
    const { harness, mayBegin, questions } = await asked(received('m1'));
    await harness(answering([asleep]).plan, { mayBegin }).runPlanningPass();
    expect(questions()).toBe(0);
  });
});
