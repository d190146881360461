import type { ToolInvoked } from '../src/kernel/session/facts.ts';
import type { Session } from '../src/kernel/session/session.ts';
import { replaceLatest, type Slice } from '../src/kernel/session/slice.ts';

/** The sum of what was added in a session. */
export const Total: Slice<number> = { name: 'Total', parse: Number };

export const add = (amount: number): ToolInvoked => ({
  type: 'ToolInvoked',
  tool: 'add',
  params: { amount },
  success: true,
});

/** Refuses to go below zero, so that what it accepts depends on what was before. */
export const sum = replaceLatest<number, ToolInvoked>((total = 0, { params, success }) => {
  if (!success) return total;
  const next = total + Number(params.amount);
  if (next < 0) throw new RangeError(`only ${total} there`);
  return next;
});

/** The session, with a total that it keeps. */
export function counting(session: Session): Session {
  session.register(Total, 'ToolInvoked', sum);
  return session;
}

/** Adds to the total, and resolves to what it is then. */
export function record(
  session: Session,
  amount: number,
  expectedVersion?: number,
): Promise<number | undefined> {
  return session.record(
    () => add(amount),
    () => session.select(Total).at(-1),
    { expectedVersion },
  );
}
