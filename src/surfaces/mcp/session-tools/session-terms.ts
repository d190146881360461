import type { CommandCall } from '../../../harness/module/view-block.ts';
import type { WayfoldError } from '../../../journal/error.ts';
import type { SessionView } from '../../../sessions/view/session-view.ts';
import type { ResourceKind } from '../resource-kind.ts';

/** A tool to call, with its arguments. */
export interface ToolUse {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The vocabulary of a tool set for the sessions of a planner: argument names and answers. */
export interface SessionTerms
  extends Pick<ResourceKind, 'scheme' | 'idName' | 'title' | 'description' | 'isId'> {
  /** The session of calls that name none. */
  readonly defaultId?: string;
  /** The argument to blame for each error code of the planner. */
  readonly fieldOfCode: Readonly<Record<string, string>>;
  /** The error for an unknown session name. Default: that there is no such session. */
  missing?(name: string): WayfoldError;
  /** Whether a refusal only means that there is nothing left to change; the call then succeeds. */
  isSettled?(refusal: unknown): boolean;
  /** The tool that runs a command in a session, if there is one. */
  toolFor(call: CommandCall, name: string): ToolUse | undefined;
  /** The answer of a tool about a session. */
  answer(view: SessionView, name: string): object;
  /** The JSON of a session's resource. */
  json(view: SessionView, name: string): object;
  /** The view of a session as Markdown. Default: its title and its blocks. */
  text?(view: SessionView): string;
}
