import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FactStore } from '../../src/journal/index.ts';
import { Distribution } from '../harness/distribution.ts';
import { ConflictCount } from './conflicts.ts';
import { findings, type SessionInputs } from './findings.ts';
import type { StorePlace } from './place.ts';
import type { SessionFollower } from './session-follower.ts';
import { SessionStarter } from './sessions.ts';
import { PLANNER_IDS, type PlannerId, settles, turn } from './turns.ts';
import { type CpuTime, Workers } from './workers.ts';

/** How much is asked of how many workers. */
export interface LoadPlan {
  readonly sessions: number;
  readonly workers: number;
  /** After every session has had a turn at once: how many more turns begin a second, and for how long. */
  readonly rate: number;
  readonly seconds: number;
  /** How many turns for each worker come before anything is counted: by then its code is compiled. */
  readonly warmUp?: number;
  /** How long a turn may take before it counts as lost. */
  readonly patienceMs: number;
  /** Whose sessions; by default a fifth of each. */
  readonly planners?: readonly PlannerId[];
}

/** What was measured, and what was found in the journals afterwards. */
export interface LoadResult {
  readonly store: StorePlace['type'];
  readonly plan: LoadPlan;
  /** One turn of every session, all at once. */
  readonly atOnce: {
    readonly plansPerSecond: number;
    readonly factsPerSecond: number;
    readonly ms: Distribution;
  };
  /** Milliseconds from a fact to the plan for it, at the rate. */
  readonly steady: { readonly turns: number; readonly ms: Distribution };
  /** Processor time of the workers for one plan, at the rate. */
  readonly cpuOfPlan: CpuTime;
  readonly idleBytes: number;
  readonly peakBytes: number;
  readonly conflicts: number;
  readonly facts: number;
  readonly findings: readonly string[];
}

const BEGUN_AT_ONCE = 50;

/** A place for a session: when one has come to its end, another one of the same planner takes it. */
interface Seat {
  readonly name: string;
  readonly planner: PlannerId;
  followed: SessionFollower;
  told: { id: string; triggers: number[] };
  turns: number;
  busy: boolean;
}

/** Lets worker processes plan for many sessions of all planners, and finds out how fast, and whether all is right. */
export async function loadRun(place: StorePlace, plan: LoadPlan): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'wayfold-load-repository-'));
  const conflicts = await ConflictCount.start();
  const store = place.open();
  await store.redactions();
  const workers = await Workers.start(place, {
    workers: plan.workers,
    atOnce: plan.sessions,
    cwd: folder,
    metrics: conflicts.url,
  });
  try {
    const beginner = await SessionStarter.prepare(store, folder);
    const load = new Load(beginner, plan);
    await load.begin();
    await load.warmUp();
    const atOnce = await load.allAtOnce();
    const before = await workers.cpuTime();
    const steady = await load.steadily();
    const after = await workers.cpuTime();
    const plans = Math.max(1, steady.turns);
    await beginner.close();
    await workers.stop();
    return {
      store: place.type,
      plan,
      atOnce,
      steady,
      cpuOfPlan: {
        ownMs: (after.ownMs - before.ownMs) / plans,
        programsMs: (after.programsMs - before.programsMs) / plans,
      },
      idleBytes: workers.idleBytes,
      peakBytes: workers.peakBytes,
      conflicts: conflicts.total,
      facts: await factsIn(store, load.told),
      findings: [...load.failures, ...(await findings(store, load.told)), ...problemsIn(workers.log)],
    };
  } finally {
    await workers.stop();
    await store.close();
    await conflicts.close();
    await rm(folder, { recursive: true });
  }
}

class Load {
  readonly told: SessionInputs[] = [];
  readonly failures: string[] = [];
  readonly #beginner: SessionStarter;
  readonly #plan: LoadPlan;
  readonly #seats: Seat[] = [];
  /** The facts of sessions that have come to their end. */
  #endedFacts = 0;

  constructor(beginner: SessionStarter, plan: LoadPlan) {
    this.#beginner = beginner;
    this.#plan = plan;
  }

  async begin(): Promise<void> {
    for (let i = 0; i < this.#plan.sessions; i += BEGUN_AT_ONCE) {
      const some = Math.min(BEGUN_AT_ONCE, this.#plan.sessions - i);
      this.#seats.push(...(await Promise.all(Array.from({ length: some }, (_, at) => this.#seat(i + at)))));
    }
  }

  async #seat(at: number): Promise<Seat> {
    const { planners = PLANNER_IDS } = this.#plan;
    const planner = planners[at % planners.length] ?? 'drafter';
    const name = `${planner}-${at + 1}`;
    const inputs = { id: name, triggers: [] };
    this.told.push(inputs);
    return {
      name,
      planner,
      followed: await this.#beginner.begin(name, planner),
      told: inputs,
      turns: 0,
      busy: false,
    };
  }

  async allAtOnce(): Promise<LoadResult['atOnce']> {
    const before = this.#heads();
    const began = performance.now();
    const ms = await Promise.all(this.#seats.map((seat) => this.#turn(seat)));
    const seconds = (performance.now() - began) / 1000;
    const plans = this.#seats.length - this.failures.length;
    return {
      plansPerSecond: plans / seconds,
      factsPerSecond: (this.#heads() - before) / seconds,
      ms: new Distribution(ms.flatMap((each) => each ?? [])),
    };
  }

  /** As many turns as it takes to have the code of every worker compiled, one after the other in each session. */
  async warmUp(): Promise<void> {
    const { warmUp = 0, workers, sessions } = this.#plan;
    const rounds = Math.ceil((warmUp * workers) / sessions);
    await Promise.all(
      this.#seats.map(async (seat) => {
        for (let i = 0; i < rounds; i++) await this.#turn(seat);
      }),
    );
  }

  /** Begins turns at the rate, each in a session that has none under way. */
  async steadily(): Promise<LoadResult['steady']> {
    const { rate, seconds } = this.#plan;
    const turns: Promise<number | undefined>[] = [];
    const began = performance.now();
    let next = 0;
    for (let i = 0; i < rate * seconds; i++) {
      await wait(Math.max(0, began + (i * 1000) / rate - performance.now()));
      const free = this.#seats.findIndex((_, at) => !this.#seatAt(next + at).busy);
      if (free === -1) continue;
      turns.push(this.#turn(this.#seatAt(next + free)));
      next += free + 1;
    }
    const ms = await Promise.all(turns);
    for (const { followed } of this.#seats) followed.close();
    return { turns: turns.length, ms: new Distribution(ms.flatMap((each) => each ?? [])) };
  }

  /** Resolves to the milliseconds from the fact to its plan, by the times that both have in the journal. */
  async #turn(seat: Seat): Promise<number | undefined> {
    seat.busy = true;
    try {
      seat.turns += 1;
      const { followed } = seat;
      const signal = AbortSignal.timeout(this.#plan.patienceMs);
      const { trigger, finished } = await turn(seat.planner, followed, {
        number: seat.told.triggers.length + 1,
        signal,
      });
      seat.told.triggers.push(trigger);
      const ms = planTime(followed, trigger);
      if (finished) await this.#replace(seat);
      return ms;
    } catch (error) {
      this.failures.push(error instanceof Error ? error.message : String(error));
      return undefined;
    } finally {
      seat.busy = false;
    }
  }

  async #replace(seat: Seat): Promise<void> {
    const { followed, name, planner, turns } = seat;
    await followed.session.journal.append([{ type: 'session_archived', by: 'load' }]);
    followed.close();
    this.#endedFacts += followed.facts.length;
    seat.told = { id: `${name}.${turns + 1}`, triggers: [] };
    this.told.push(seat.told);
    seat.followed = await this.#beginner.begin(seat.told.id, planner);
  }

  #seatAt(at: number): Seat {
    const seat = this.#seats[at % this.#seats.length];
    if (seat === undefined) throw new RangeError('a load of no sessions');
    return seat;
  }

  #heads(): number {
    return this.#seats.reduce((sum, { followed }) => sum + followed.facts.length, this.#endedFacts);
  }
}

function planTime({ facts }: SessionFollower, trigger: number): number | undefined {
  const settled = facts.find((fact) => settles(fact, trigger));
  const message = facts[trigger - 1];
  return settled && message && Date.parse(settled.ts) - Date.parse(message.ts);
}

async function factsIn(store: FactStore, inputs: readonly SessionInputs[]): Promise<number> {
  let facts = 0;
  for (const { id } of inputs) facts += (await store.describe(id))?.head ?? 0;
  return facts;
}

function problemsIn(log: string): string[] {
  return log
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"/.test(line))
    .map((line) => `a worker says: ${line}`);
}
