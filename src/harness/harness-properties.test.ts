import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  answer,
  draft,
  guidance,
  inputRequired,
  question,
  received,
  talk,
  working,
} from '../../test/conversation-fixture.ts';
import { storeWith } from '../../test/store-with.ts';
import { type Fact, type FactStore, memoryStore, openJournal } from '../journal/index.ts';
import { react } from '../kernel/index.ts';
import { follow } from '../kernel/projection/follow.ts';
import { acceptAll } from '../kernel/projection/projection.ts';
import { Conversation, conversationProjection } from './conversation/conversation.ts';
import { approve, dismiss } from './drafts/decisions.ts';
import { createSender } from './drafts/sender.ts';
import { conversationFacts } from './facts.ts';
import type { Harness } from './harness.ts';
import { nextStep } from './pass/next-step.ts';
import { reconfigurePlanner } from './setup/reconfigure.ts';

const DEEDS = [
  'inbound',
  'guidance',
  'answer',
  'work',
  'turn',
  'approve',
  'dismiss',
  'regenerate',
  'send',
  'by-hand',
  'rewind',
  'wake-1',
  'wake-2',
  'restart-1',
  'restart-2',
  'time',
  'quiet',
] as const;

/** What leads to passes, and to more than one at a time, comes more often. */
const OFTEN = [
  'quiet',
  'quiet',
  'quiet',
  'inbound',
  'inbound',
  'turn',
  'wake-1',
  'wake-1',
  'wake-1',
  'wake-2',
  'wake-2',
  'wake-2',
] as const;
const MOODS = ['draft', 'draft', 'draft', 'question', 'sleep', 'nothing', 'throw', 'nonsense'] as const;

type Deed = (typeof DEEDS)[number];

/** More than usual: what goes wrong needs several parties in an unlucky order. */
const RUNS = 3 * (fc.readConfigureGlobal().numRuns ?? 100);

it('settles each trigger once, and never has two open drafts, whatever comes in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom(...DEEDS, ...OFTEN), { minLength: 5, maxLength: 60 }),
      fc.infiniteStream(fc.constantFrom(...MOODS)),
      async (scheduler, deeds, moods) => {
        const world = new World(scheduler, moods);
        await scheduler.waitFor(world.live(deeds));
        const facts = await world.facts();
        settledOnce(facts);
        neverOnTop(facts);
        sentOnce(facts, world.delivered);
        nothingLeft(facts);
        expect(world.troubles).toEqual([]);
      },
    ),
    { numRuns: RUNS },
  );
}, 60_000);

/** Two harnesses on one journal, people and the other side, each at its own pace. */
class World {
  readonly delivered: string[] = [];
  readonly troubles: unknown[] = [];
  readonly #store = memoryStore();
  readonly #talk: ReturnType<typeof talk>;
  readonly #moods: fc.Stream<string>;
  readonly #scheduler: fc.Scheduler;
  readonly #harnesses: [Harness, Harness];
  #count = 0;

  constructor(scheduler: fc.Scheduler, moods: fc.Stream<string>) {
    this.#scheduler = scheduler;
    this.#moods = moods;
    this.#talk = talk({ store: scheduled(this.#store, scheduler) });
    this.#harnesses = [this.#harness(), this.#harness()];
  }

  async live(deeds: readonly Deed[]): Promise<void> {
    const running: Promise<unknown>[] = [];
    await this.#talk.append(inputRequired);
    for (const deed of deeds) {
      running.push(this.#does(deed).catch((error) => this.#note(error)));
      await this.#scheduler.schedule(Promise.resolve());
      if (deed === 'quiet')
        await Promise.all([...running, ...this.#harnesses.map((harness) => harness.idle())]);
    }
    await Promise.all(running);
    await this.#send();
    for (const harness of this.#harnesses) {
      this.#talk.clock.advance(60_000);
      await harness.runPlanningPass();
      // A claim that ran out wakes the other one.
      await Promise.all(this.#harnesses.map((each) => each.idle()));
    }
    await this.#send();
  }

  async facts(): Promise<Fact[]> {
    return await openJournal(this.#store, 'talk').facts();
  }

  #harness(): Harness {
    const plan = async () => {
      await this.#scheduler.schedule(Promise.resolve());
      this.#count += 1;
      const mood = this.#moods.next().value;
      if (mood === 'throw') throw new Error('in a bad mood');
      if (mood === 'nonsense') return [received('forged')];
      if (mood === 'draft') return [draft(`c${this.#count}`, `text ${this.#count}`)];
      if (mood === 'question') return [question(`q${this.#count}`)];
      return mood === 'sleep' ? [{ type: 'sleep' }] : [];
    };
    return this.#talk.harness(plan, { hooks: { onError: (error) => this.troubles.push(error) } });
  }

  async #does(deed: Deed): Promise<void> {
    const { append, journal, clock } = this.#talk;
    const [one, two] = this.#harnesses;
    this.#count += 1;
    const waiting = async () => {
      const now = await follow(journal, conversationProjection()).catchUp();
      return now.ledger.drafts.open.at(-1);
    };
    switch (deed) {
      case 'inbound':
        await append(received(`m${this.#count}`));
        return;
      case 'guidance':
        await append(guidance(`g${this.#count}`));
        return;
      case 'answer':
        await append(answer('q1'));
        return;
      case 'work':
        await append(working);
        return;
      case 'turn':
        await append(inputRequired);
        return;
      case 'approve': {
        const open = await waiting();
        if (open) await approve(journal, open);
        return;
      }
      case 'dismiss':
      case 'regenerate': {
        const open = await waiting();
        if (open) await dismiss(journal, { composeId: open.composeId, regenerate: deed === 'regenerate' });
        return;
      }
      case 'by-hand':
        await append({ type: 'remote_sent', messageId: `m${this.#count}`, text: `by hand ${this.#count}` });
        return;
      case 'send':
        return await this.#send();
      case 'rewind':
        await reconfigurePlanner(journal, { planner: { id: 'test' }, config: {}, ready: true, rewind: true });
        return;
      case 'wake-1':
        one.schedulePlan();
        return;
      case 'wake-2':
        two.schedulePlan();
        return;
      case 'restart-1':
        this.#harnesses[0] = this.#harness();
        return await one.close();
      case 'restart-2':
        this.#harnesses[1] = this.#harness();
        return await two.close();
      case 'time':
        clock.advance(10_000);
        return;
      case 'quiet':
        return;
      default:
        return deed satisfies never;
    }
  }

  async #send(): Promise<void> {
    const { journal, clock } = this.#talk;
    const deliver = async ({ messageId }: { messageId: string }) => {
      this.delivered.push(messageId);
    };
    const sender = createSender({ journal, deliver });
    for (const fact of await journal.facts()) {
      if (fact.type !== 'compose_approved') continue;
      await react(journal, sender, fact, { worker: `s${this.#count}`, clock, timer: clock });
    }
  }

  /** That a person was too late, or has to wait for a send, is no trouble. */
  #note(error: unknown): void {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'conflict' && code !== 'send-in-flight' && code !== 'claim-lost') this.troubles.push(error);
  }
}

/** Between two rewinds, no fact is named as the trigger of two passes. */
function settledOnce(facts: readonly Fact[]): void {
  let named = new Set<string>();
  for (const fact of facts) {
    if (fact.type === 'rewound') named = new Set();
    if (fact.type !== 'pass_settled') continue;
    const { triggers } = conversationFacts.pass_settled.parse(payloadOf(fact));
    expect(Object.keys(triggers).length).toBeGreaterThan(0);
    for (const [kind, seq] of Object.entries(triggers)) {
      expect(named.has(`${kind} ${seq}`)).toBe(false);
      named.add(`${kind} ${seq}`);
    }
  }
}

/** Told without the projection: an open draft is one that nothing has closed since. */
function neverOnTop(facts: readonly Fact[]): void {
  const open = new Set<unknown>();
  const approved = new Set<unknown>();
  for (const { type, composeId } of facts) {
    if (type === 'compose_intent') {
      expect([...open]).toEqual([]);
      open.add(composeId);
    }
    if (type === 'compose_approved' && open.has(composeId)) approved.add(composeId);
    if (type === 'compose_dismissed') {
      expect(approved.has(composeId)).toBe(false);
      open.delete(composeId);
    }
    if (type === 'remote_sent') open.delete(composeId);
    if (type === 'rewound') for (const id of open) if (!approved.has(id)) open.delete(id);
  }
}

/** Nothing that could be planned for was forgotten. */
function nothingLeft(facts: readonly Fact[]): void {
  const end = acceptAll(new Conversation(), facts);
  const step = nextStep(end, {
    mode: 'approve',
    runawayCap: 200,
    nativeFrom: 1,
    now: Number.POSITIVE_INFINITY,
  });
  expect(step).toMatchObject({ type: 'rest' });
}

function sentOnce(facts: readonly Fact[], delivered: readonly string[]): void {
  const sent = facts.filter(({ type, composeId }) => type === 'remote_sent' && composeId !== undefined);
  const approvals = facts.filter(({ type }) => type === 'compose_approved').map(({ composeId }) => composeId);
  expect(new Set(approvals).size).toBe(approvals.length);
  expect(new Set(sent.map(({ composeId }) => composeId))).toEqual(new Set(approvals));
  expect(sent).toHaveLength(approvals.length);
  expect(new Set(delivered).size).toBe(sent.length);
}

function payloadOf({ seq: _s, id: _i, ts: _t, type: _y, v: _v, ...payload }: Fact): object {
  return payload;
}

/** A store whose every call waits for the scheduler's turn. */
function scheduled(store: FactStore, scheduler: fc.Scheduler): FactStore {
  const turn = async <T>(call: () => Promise<T>): Promise<T> => {
    await scheduler.schedule(Promise.resolve());
    return await call();
  };
  return storeWith(store, {
    append: (request) => turn(() => store.append(request)),
    read: (journal, range) => turn(() => store.read(journal, range)),
  });
}
