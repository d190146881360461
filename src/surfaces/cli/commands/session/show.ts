import type { OpenSession } from '../../../../sessions/open-session.ts';
import { describeExports } from '../../../../sessions/queries.ts';
import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';
import { flagsOf, inputFromFlags } from '../../schema-flags.ts';
import { printSession } from './session-turn.ts';

/** Options of `wayfold show`. */
export interface ShowOptions {
  /** Shows the session right after this fact. */
  readonly at?: number;
  /** Updates the display on every change. */
  readonly watch?: boolean;
  /** Prints only this artifact. */
  readonly artifact?: string;
  /** Exports the session as a file in this format. */
  readonly as?: string;
  /** With `as`: options of the format, each as `key=value`. */
  readonly set?: readonly string[];
}

/** Shows a session: now, at an earlier moment, or live. */
export async function show(
  invocation: Invocation,
  id: string,
  { at, watch = false, artifact, as: format, set = [] }: ShowOptions,
): Promise<undefined> {
  if (watch) {
    await (await import('./watch.ts')).watch(invocation, id);
    return;
  }
  await withSessions(invocation, { create: false }, async (sessions) => {
    const session = await sessions.open(id);
    if (artifact === undefined && format === undefined) {
      await printSession(invocation, await session.view(at));
      return;
    }
    const { name, mediaType, text } =
      artifact === undefined
        ? await session.exported(format ?? '', inputOf(session, format, set), at)
        : await session.artifact(artifact, at);
    const { output } = invocation;
    if (output.json) await output.value({ name, mediaType, text });
    else await output.raw(text);
  });
}

function inputOf(
  { module }: OpenSession,
  format: string | undefined,
  sets: readonly string[],
): Readonly<Record<string, unknown>> {
  const { input = {} } = describeExports(module).find((each) => each.format === format) ?? {};
  return inputFromFlags(flagsOf(input, { reserved: [] }), {}, sets);
}
