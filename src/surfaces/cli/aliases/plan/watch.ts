import { setTimeout } from 'node:timers/promises';
import { DEFAULT_PLAN, planIdOf } from '../../../../plan-tools/plan-id.ts';
import { toWire } from '../../../../plan-tools/wire.ts';
import { storeIdentity } from '../../config/reopening-store.ts';
import { DEFAULT_DATA, locationName, type StoreLocation, storeExists } from '../../config/store-location.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { paintedLine, terminalOf } from '../../terminal/paint.ts';
import { printable } from '../../terminal/printable.ts';
import { TerminalScreen } from '../../terminal/terminal-screen.ts';
import { followPlan, type PlanMoment } from './follow-plan.ts';
import type { PlanChange } from './plan-change.ts';
import { progressText } from './plan-view.ts';
import { timeOf, type WatchedPlan, watchFrame } from './watch-frame.ts';

/** Somebody who is shown a plan as it changes. */
interface Watcher {
  readonly signal: AbortSignal;
  readonly onMoment: (moment: PlanMoment) => void | Promise<void>;
  readonly onTrouble: () => void;
}

const LOOK_AGAIN_MS = 200;
const KEPT_CHANGES = 100;

export async function watch(invocation: Invocation, named: string | undefined): Promise<undefined> {
  const planId = planIdOf(named);
  const { output } = invocation;
  if (output.isTerminal && !output.json) await watchOnScreen(invocation, planId);
  else await watchInLines(invocation, planId);
  return undefined;
}

/** Draws until `q`, which is a good end, or Ctrl-C. */
async function watchOnScreen(invocation: Invocation, planId: string): Promise<void> {
  const { clock, location, signal, stdin } = invocation;
  const quit = new AbortController();
  let watched: WatchedPlan = {
    planId,
    plan: undefined,
    version: 0,
    changes: [],
    hints: hintsFor(planId, location),
  };
  const screen = new TerminalScreen({
    stdin,
    stdout: process.stdout,
    draw: ({ columns, rows }) => {
      const terminal = { ...terminalOf(invocation), width: columns };
      return watchFrame(watched, { ...terminal, rows, now: clock.now() }).map((line) =>
        paintedLine(line, terminal),
      );
    },
    onQuit: () => quit.abort(),
    onInterrupt: () => process.kill(process.pid, 'SIGINT'),
  });
  const show = (news: Partial<WatchedPlan>) => {
    watched = { ...watched, ...news };
    screen.redraw();
  };
  screen.enter();
  try {
    await follow(invocation, planId, {
      signal: AbortSignal.any([signal, quit.signal]),
      onMoment: ({ plan, version, changes, isFirst }) => {
        const all = isFirst ? changes : [...watched.changes, ...changes];
        show({ plan, version, changes: all.slice(-KEPT_CHANGES), trouble: undefined });
      },
      onTrouble: () => {
        const now = clock.now();
        const at = timeOf(new Date(now).toISOString(), now);
        show({ trouble: `The store could not be read at ${at}; trying again` });
      },
    });
  } catch (error) {
    if (!quit.signal.aborted || signal.aborted) throw error;
  } finally {
    screen.leave();
  }
}

/** One line a change, for a file or another program. */
async function watchInLines(invocation: Invocation, planId: string): Promise<void> {
  const { output, signal, location } = invocation;
  let waits = false;
  const wait = () => {
    if (!waits) output.note([`Waiting for plan ${planId} …`, ...hintsFor(planId, location)].join('\n'));
    waits = true;
  };
  if (!storeExists(location)) wait();
  await follow(invocation, planId, {
    signal,
    onMoment: async ({ plan, changes, isFirst }) => {
      const last = changes.at(-1);
      if (plan === undefined || last === undefined) wait();
      else if (isFirst) await tell('plan', last);
      if (!isFirst) for (const change of changes) await tell('change', change);
    },
    onTrouble: () => output.note('The store cannot be read just now; trying again.'),
  });

  async function tell(event: 'plan' | 'change', change: PlanChange): Promise<void> {
    const { version, ts, tool, plan, summary } = change;
    if (output.json) {
      const caused = event === 'change' ? { tool: tool ?? null, summary } : {};
      await output.value({
        event,
        plan_id: planId,
        version,
        ts,
        ...caused,
        plan: plan ? toWire(plan) : null,
      });
      return;
    }
    const progress = plan ? ` (${progressText(plan)}, ${plan.status})` : '';
    await output.line(printable(`${ts}  ${event === 'plan' ? plan?.objective : summary}${progress}`));
  }
}

async function follow(invocation: Invocation, planId: string, watcher: Watcher): Promise<void> {
  const { location } = invocation;
  const { signal } = watcher;
  for (;;) {
    while (!storeExists(location)) await setTimeout(LOOK_AGAIN_MS, undefined, { signal });
    const replaced = new AbortController();
    const isOver = AbortSignal.any([signal, replaced.signal]);
    try {
      await withStore(invocation, { create: false }, async (store) => {
        const stop = onceReplaced(location, () => replaced.abort());
        await followPlan(store, { planId, ...watcher, signal: isOver }).finally(stop);
      });
    } catch (error) {
      if (signal.aborted || !replaced.signal.aborted) throw error;
    }
    await watcher.onMoment({ plan: undefined, version: 0, changes: [], isFirst: true });
  }
}

/** An open file that was deleted stays readable, and never changes again: only its place tells. */
function onceReplaced(location: StoreLocation, act: () => void): () => void {
  const opened = storeIdentity(location);
  const looking = setInterval(() => {
    if (storeIdentity(location) !== opened) act();
  }, LOOK_AGAIN_MS);
  return () => clearInterval(looking);
}

function hintsFor(planId: string, location: StoreLocation): string[] {
  const named = planId === DEFAULT_PLAN ? '' : ` --plan ${planId}`;
  const imported = planId === DEFAULT_PLAN ? '' : ` ${planId}`;
  const where =
    location.type === 'sqlite' && location.data !== DEFAULT_DATA ? ` --data ${location.data}` : '';
  return [
    'Begin it in another terminal:',
    `  wayfold plan set "What is to be reached" "First step"${named}${where}`,
    `  wayfold plan import todo.md${imported}${where}`,
    'or let an agent keep it through `wayfold mcp`.',
    `It is looked for in ${locationName(location)}.`,
  ];
}
