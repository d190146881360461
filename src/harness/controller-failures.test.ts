import { describe, expect, it } from 'vitest';
import {
  answering,
  asleep,
  draft,
  inputRequired,
  type Plan,
  received,
  talk,
} from '../../test/conversation-fixture.ts';
import { eventually } from '../../test/eventually.ts';
import { storeWith } from '../../test/store-with.ts';
import { JournalError, memoryStore } from '../journal/index.ts';
import { startPlannerController } from './controller.ts';
import { userInputFamily } from './family.ts';
import type { HarnessJournal, HarnessOptions } from './harness-options.ts';
import type { Planner } from './planner.ts';
import { createPlannerSetup, type PlannerSetup, type SetupSource } from './setup/planner-setup.ts';

const plannerOf = (plan: Plan): Planner => ({ id: 'test', name: 'Test', plan: plan as Planner['plan'] });

/** A controller on a journal that does some things its own way. */
function controlled(
  plan: Plan,
  {
    own = {},
    setup = createPlannerSetup({ planner: plannerOf(plan), config: 1, ready: true }),
    ...options
  }: HarnessOptions & { own?: Partial<HarnessJournal>; setup?: SetupSource } = {},
) {
  const talking = talk();
  const { clock, newId } = talking;
  const journal = talking.open();
  const errors: unknown[] = [];
  const waits: number[] = [];
  const timer = {
    after(ms: number, run: () => void) {
      waits.push(ms);
      return clock.after(ms, run);
    },
  };
  const controller = startPlannerController({
    journal: {
      id: journal.id,
      append: (...args) => journal.append(...(args as Parameters<typeof journal.append>)),
      facts: (range) => journal.facts(range),
      watch: (listener) => journal.watch(listener),
      describe: () => journal.describe(),
      attachments: journal.attachments,
      ...own,
    } as HarnessJournal,
    setup,
    hooks: { onError: (error) => errors.push(error) },
    options: { clock, timer, newId, ...options },
  });
  return { ...talking, controller, errors, waits };
}

describe('a controller whose journal cannot be described', () => {
  it('plans for new facts once it can be read again', async () => {
    const trouble = new JournalError('store-locked', { expected: '', actual: '', fix: '' });
    const talking = talk();
    const other = talking.open();
    let isLocked = true;
    const { plan, inputs } = answering([asleep]);
    const { controller, errors, waits, clock } = controlled(plan, {
      own: {
        append: (...args) => other.append(...(args as Parameters<typeof other.append>)),
        facts: (range) => other.facts(range),
        watch: (listener) => other.watch(listener),
        describe: () => (isLocked ? Promise.reject(trouble) : other.describe()),
      },
    });
    await talking.append(inputRequired, received('m1'));
    await eventually(() => errors.length).toBeGreaterThan(0);
    expect(inputs).toEqual([]);
    isLocked = false;
    await eventually(() => {
      clock.advance(waits.at(-1) ?? 0);
      return inputs.length;
    }).toBe(1);
    await controller.close();
  });

  it('reads nothing while there is no setup', async () => {
    let read = 0;
    const describe = () => {
      read += 1;
      return Promise.resolve(undefined);
    };
    const { controller } = controlled(() => [], { own: { describe }, setup: createPlannerSetup() });
    await controller.idle();
    await controller.close();
    expect(read).toBe(0);
  });

  it('stops silently when the store was closed', async () => {
    const closed = new JournalError('store-closed', { expected: '', actual: '', fix: '' });
    const { controller, errors, waits } = controlled(() => [], {
      own: { describe: () => Promise.reject(closed) },
    });
    await controller.idle();
    await Promise.resolve();
    expect([errors, waits]).toEqual([[], []]);
    await controller.close();
  });

  it('reports nothing once it is closed', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const { controller, errors, waits } = controlled(() => [], { own: { describe: () => promise } });
    await controller.close();
    reject(new Error('too late'));
    await promise.catch(() => {});
    await Promise.resolve();
    expect([errors, waits]).toEqual([[], []]);
  });
});

describe('a setup', () => {
  it('that cannot be read is reported, and the next one counts', async () => {
    const { plan, inputs } = answering([asleep]);
    let trouble: Error | undefined = new Error('no setup');
    let listener = () => {};
    const setup: SetupSource = {
      current: () => {
        if (trouble) throw trouble;
        return { planner: plannerOf(plan), config: 1, ready: true };
      },
      subscribe: (told) => {
        listener = told;
        return () => {};
      },
    };
    const { controller, errors, append } = controlled(plan, { setup });
    await append(inputRequired);
    await controller.idle();
    expect(errors).toEqual([trouble]);
    trouble = undefined;
    listener();
    await controller.idle();
    expect(inputs).toHaveLength(1);
    await controller.close();
  });

  it('that cannot be read is thrown if there is no error handler', async () => {
    const thrown: unknown[] = [];
    const note = (error: unknown) => thrown.push(error);
    process.on('uncaughtException', note);
    const trouble = new Error('no setup');
    const controller = startPlannerController({
      journal: talk().journal as unknown as HarnessJournal,
      setup: {
        current: () => {
          throw trouble;
        },
        subscribe: () => () => {},
      },
    });
    await eventually(() => thrown).toEqual([trouble]);
    await controller.close();
    process.off('uncaughtException', note);
  });

  it('that is removed ends the planning', async () => {
    const { plan, inputs } = answering([asleep]);
    const setup = createPlannerSetup({ planner: plannerOf(plan), config: 1, ready: true });
    const { controller, append } = controlled(plan, { setup });
    await controller.idle();
    setup.apply(undefined);
    await append(inputRequired);
    await controller.idle();
    expect(inputs).toEqual([]);
    await controller.close();
  });

  it('that changes after the controller was closed changes nothing', async () => {
    const { plan, inputs } = answering([asleep]);
    const setup = createPlannerSetup();
    const { controller, append } = controlled(plan, { setup });
    await append(inputRequired);
    await controller.close();
    setup.apply({ planner: plannerOf(plan), config: 1, ready: true });
    await controller.idle();
    expect(inputs).toEqual([]);
  });

  it.each<[string, Partial<PlannerSetup>, string]>([
    ['its own mode', { mode: 'auto' }, 'compose_approved'],
    ['the mode of the controller', {}, 'compose_intent'],
  ])('plans with %s', async (_, own, last) => {
    const plan = () => [draft('c1')];
    const setup = createPlannerSetup({ planner: plannerOf(plan), config: 1, ready: true, ...own });
    const { controller, append, story } = controlled(plan, { setup });
    await append(inputRequired);
    await controller.idle();
    expect((await story()).at(-1)).toBe(last);
    await controller.close();
  });

  it('that the journal has overtaken plans nothing', async () => {
    const { plan, inputs } = answering([asleep]);
    const setup = createPlannerSetup({ planner: plannerOf(plan), config: 1, ready: true, seq: 0 });
    const { controller, append } = controlled(plan, { setup });
    await append(
      {
        type: 'planner_configured',
        plannerId: 'test',
        mode: 'auto',
        seed: 1,
        configSha256: 'a'.repeat(64),
        ready: true,
      },
      inputRequired,
    );
    await controller.idle();
    expect(inputs).toEqual([]);
    await controller.close();
  });

  it('without a family has that of the controller', async () => {
    const { plan, inputs } = answering([asleep]);
    const { controller, append } = controlled(plan, { family: userInputFamily({ closing: [] }) });
    await append({ type: 'user_input', text: 'Lisbon' });
    await controller.idle();
    expect(inputs).toHaveLength(1);
    await controller.close();
  });

  it('that changes does not have the journal read again from the start', async () => {
    const base = memoryStore();
    let read = 0;
    const store = storeWith(base, {
      read: async (...args) => {
        const page = await base.read(...args);
        read += page.length;
        return page;
      },
    });
    const { append, open, clock } = talk({ store });
    for (let i = 0; i < 50; i++) await append(asleep);
    const planner = plannerOf(() => [asleep]);
    const setup = createPlannerSetup({ planner, config: 1, ready: true });
    const controller = startPlannerController({ journal: open(), setup, options: { clock, timer: clock } });
    await controller.idle();
    await eventually(() => read).toBeGreaterThanOrEqual(50);
    read = 0;
    setup.apply({ planner, config: 2, ready: true });
    await controller.idle();
    expect(read).toBeLessThan(10);
    await controller.close();
  });
});

it('a controller checks again when it is woken', async () => {
  const { plan, inputs } = answering([asleep]);
  let may = false;
  const { controller, append } = controlled(plan, { mayBegin: async () => may });
  await append(inputRequired);
  await controller.idle();
  may = true;
  controller.wake();
  await eventually(() => inputs.length).toBe(1);
  await controller.close();
});
