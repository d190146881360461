import { limitsFrom } from '../../../../host/config/limits.ts';
import { localUser } from '../../../../host/local-user.ts';
import {
  type PauseChange,
  pauseEverything,
  pauseSession,
  resumeEverything,
  resumeSession,
} from '../../../../host/pausing.ts';
import { LimitName, type Limits } from '../../../../kernel/limits/pause.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { CliError } from '../../error.ts';
import { type Invocation, withStore } from '../../invocation.ts';

/** Prevents new work, in one session or in all. */
export async function pause(
  invocation: Invocation,
  session: string | undefined,
  { reason }: { readonly reason?: string },
): Promise<undefined> {
  const by = localUser();
  const changed =
    session === undefined
      ? await withStore(invocation, { create: false }, (store) => pauseEverything(store, { by, reason }))
      : await withSessions(invocation, { create: false }, async (sessions) =>
          pauseSession((await sessions.open(session)).journal, { by, reason }),
        );
  const what = session ?? 'Everything';
  await tell(invocation, changed, {
    done: `${what} is paused. Running work finishes. Continue with: wayfold resume${session === undefined ? '' : ` ${session}`}`,
    unchanged: `${what} was paused already.`,
  });
}

/** Allows work again. New limits replace the totals; without them, the exhausted amount is granted once more. */
export async function resume(
  invocation: Invocation,
  session: string | undefined,
  options: { readonly tokens?: number; readonly usd?: number; readonly seconds?: number },
): Promise<undefined> {
  const by = localUser();
  const limits = limitsIn(options);
  const usual = limitsFrom(invocation.env);
  const changed =
    session === undefined
      ? await withStore(invocation, { create: false }, (store) =>
          resumeEverything(store, { by, limits, usual: usual.total }),
        )
      : await withSessions(invocation, { create: false }, async (sessions) =>
          resumeSession((await sessions.open(session)).journal, { by, limits, usual: usual.session }),
        );
  const what = session ?? 'Everything';
  await tell(invocation, changed, { done: `${what} is resumed.`, unchanged: `${what} was not paused.` });
}

async function tell(
  { output }: Invocation,
  { facts }: PauseChange,
  { done, unchanged }: { readonly done: string; readonly unchanged: string },
): Promise<void> {
  if (output.json) for (const fact of facts) await output.value(fact);
  else await output.line(facts.length > 0 ? done : unchanged);
}

function limitsIn(options: Readonly<Partial<Record<LimitName, number>>>): Limits | undefined {
  const named = LimitName.options.flatMap((name) => {
    const amount = options[name];
    return amount === undefined ? [] : [[name, checkedAmount(name, amount)] as const];
  });
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

function checkedAmount(name: LimitName, amount: number): number {
  if (Number.isFinite(amount) && amount > 0) return amount;
  throw new CliError('usage', {
    expected: `--${name} to be a number above 0`,
    actual: String(amount),
    fix: 'Nothing was changed. Give the new total budget.',
  });
}
