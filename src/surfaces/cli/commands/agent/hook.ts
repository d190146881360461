import { appendFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isWayfoldError } from '../../../../journal/error.ts';
import type { FactStore } from '../../../../journal/store.ts';
import { chosenPlan, type PlanChoice } from '../../../../machine/branch-plan.ts';
import { SharedFiles, sharedPlans } from '../../../../machine/shared-plans/shared-files.ts';
import { openPlan, planIn } from '../../../../plan-tools/plan/open-plan.ts';
import type { Plan } from '../../../../plan-tools/plan/plan.ts';
import { isPlanId } from '../../../../plan-tools/plan/plan-id.ts';
import { estimatedTokens, MOST_TOKENS, planContext } from '../../../../plan-tools/prompt/plan-context.ts';
import type { AgentHost, HookEvent } from '../../agents/agent-host.ts';
import { agentHost } from '../../agents/agent-hosts.ts';
import { mirrorTodos } from '../../agents/mirror-todos.ts';
import { type PendingEvent, PendingEvents } from '../../agents/pending-events.ts';
import { dataDirectoryOf, projectRoot } from '../../agents/project-root.ts';
import {
  DEFAULT_DATA,
  openStore,
  type StoreLocation,
  storeExists,
  storeLocation,
  storeName,
} from '../../config/store-location.ts';
import type { Invocation } from '../../invocation.ts';
import { errorNote } from '../../terminal/error-note.ts';
import { HOOK_LOG } from './hook-log.ts';

/** An event is some kilobytes; what is longer is not read to its end. */
const MOST_INPUT = 4 * 1024 * 1024;

/** An agent waits for its hooks: what others keep locked for longer is recorded by the next one. */
const LOCK_MS = 400;

/**
 * Answers an event of a coding agent: mirrors the list that it keeps, and gives it the plan. Whatever goes wrong, the agent
 * is not to be held up by it: it is a line in the log.
 */
export async function hook(invocation: Invocation, agent: string, event: string): Promise<undefined> {
  let location = invocation.location;
  const onError = (error: unknown) => log(location, `${agent} ${event}: ${errorNote(error, invocation.env)}`);
  try {
    const host = agentHost(agent);
    const input = await inputOf(invocation);
    const told = host.read(event, input);
    const directory = directoryOf(told);
    location = placeOf(location, directory);
    await mirror(location, { agent, event, input }, { isList: told.todos !== undefined, onError });
    if (!told.takesPlan) return;
    const text = await planText(location, host, {
      ...told,
      root: projectRoot(directory),
      env: invocation.env,
      onError,
    });
    if (text !== undefined) await invocation.output.raw(`${JSON.stringify(host.answer(event, text))}\n`);
  } catch (error) {
    onError(error);
  }
}

/** Where the agent works. A directory that is not there is none: nothing is made in it. */
function directoryOf({ directory }: HookEvent): string {
  const isThere = directory !== undefined && statSync(directory, { throwIfNoEntry: false })?.isDirectory();
  return isThere ? directory : process.cwd();
}

async function inputOf({ stdin }: Invocation): Promise<unknown> {
  let text = '';
  for await (const chunk of stdin) {
    text += chunk;
    if (text.length > MOST_INPUT) break;
  }
  // A byte order mark is blank, too.
  const json = text.trim();
  return json === '' ? {} : JSON.parse(json);
}

/** Unless one is named: that of the project the agent works in, from wherever it calls. */
function placeOf(location: StoreLocation, directory: string): StoreLocation {
  if (location.type === 'postgres' || location.data !== DEFAULT_DATA) return location;
  return storeLocation({ data: dataDirectoryOf(directory, DEFAULT_DATA) });
}

/** What went wrong is told, and the agent goes on. */
interface Reporting {
  readonly onError: (error: unknown) => void;
}

/** Records what agents did to their lists: first what had to wait, then this event, or that it has to wait as well. */
async function mirror(
  location: StoreLocation,
  now: PendingEvent,
  { isList, onError }: Reporting & { readonly isList: boolean },
): Promise<void> {
  const pending = location.type === 'sqlite' ? new PendingEvents(location.data) : undefined;
  let opened: FactStore | undefined;
  const record = async (event: PendingEvent) => {
    try {
      opened ??= await openStore(location, { create: true, lockTimeoutMs: LOCK_MS });
      await mirrorEvent(opened, event);
    } catch (error) {
      if (isLocked(error)) throw error;
      onError(error);
    }
  };
  try {
    await pending?.take(record);
    if (isList) await record(now);
  } catch (error) {
    if (isList) pending?.add(now);
    onError(error);
  } finally {
    await opened?.close();
  }
}

async function mirrorEvent(store: FactStore, { agent, event, input }: PendingEvent): Promise<void> {
  const host = agentHost(agent);
  const told = host.read(event, input);
  if (told.todos === undefined) return;
  await mirrorTodos(store, told.todos, {
    planId: planOfSession(host, told),
    objective: `${host.title} in ${basename(projectRoot(directoryOf(told)))}`,
    by: `hook:${host.name}`,
  });
}

function isLocked(error: unknown): boolean {
  return isWayfoldError(error) && error.code === 'store-locked';
}

/** The plan that the agent keeps by the tools, that of its branch where one was begun, and the one that mirrors the list of this session. */
async function planText(
  location: StoreLocation,
  host: AgentHost,
  { session, root, env, onError }: HookEvent & Pick<PlanChoice, 'root' | 'env'> & Reporting,
): Promise<string | undefined> {
  const isShared = sharedPlans(root).length > 0;
  if (!isShared && !storeExists(location)) return undefined;
  const store = await openStore(location, { create: isShared, lockTimeoutMs: LOCK_MS });
  try {
    const planId = await chosenPlan(undefined, { root, env, store: async () => store });
    if (new SharedFiles(root, planId).exist) {
      const { syncPlan } = await import('../../../../machine/shared-plans/sync-plan.ts');
      // What this clone knows is better than nothing.
      await syncPlan({ store, planId, root, storeName: storeName(location) }).catch(onError);
    }
    const plans = [planId, ...(session === undefined ? [] : [planOfSession(host, { session })])];
    const text = contextOf(await Promise.all(plans.map((id) => activeIn(store, id))));
    return text === '' ? undefined : text;
  } finally {
    await store.close();
  }
}

interface NamedPlan {
  readonly planId: string;
  readonly plan: Plan | undefined;
}

async function activeIn(store: FactStore, planId: string): Promise<NamedPlan> {
  const { session } = openPlan(store, planId);
  await session.refresh();
  return { planId, plan: planIn({ session }) };
}

/** The plans, within the tokens that one may have. Each gets its half, and what the other leaves. */
function contextOf(plans: readonly NamedPlan[]): string {
  const active = plans.filter(({ plan }) => plan?.status === 'active');
  const needed = active.map(({ plan, planId }) => estimatedTokens(planContext(plan, { planId })));
  const all = needed.reduce((sum, tokens) => sum + tokens, 0);
  return active
    .map(({ plan, planId }, i) => {
      const others = all - (needed[i] ?? 0);
      const mostTokens = MOST_TOKENS - Math.min(others, (MOST_TOKENS * (active.length - 1)) / active.length);
      return planContext(plan, { planId, mostTokens });
    })
    .join('\n\n');
}

/** The plan that mirrors the list of an agent's session, or of an agent inside it. */
function planOfSession(
  { name }: AgentHost,
  { session = 'session', subagent }: Pick<HookEvent, 'session' | 'subagent'>,
): string {
  const word = (text: string, most: number) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, most);
  const parts = subagent === undefined ? [word(session, 56)] : [word(session, 36), word(subagent, 19)];
  const id = [name, ...parts].join('-').slice(0, 64);
  return isPlanId(id) ? id : `${name}-session`;
}

function log(location: StoreLocation, text: string): void {
  if (location.type === 'postgres') return;
  const line = `${new Date().toISOString()} ${text.replace(/\s+/g, ' ')}\n`;
  try {
    appendFileSync(join(location.data, HOOK_LOG), line, { mode: 0o600 });
  } catch {
    // There is no data directory, or none that can be written to: nobody is to be held up by that.
  }
}
