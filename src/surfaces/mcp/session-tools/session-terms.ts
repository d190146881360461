import type { CommandCall } from '../../../harness/module/view-block.ts';
import type { WayfoldError } from '../../../journal/error.ts';
import type { SessionView } from '../../../sessions/view/session-view.ts';
import type { ResourceKind } from '../resource-kind.ts';

/** A tool to call, and what to call it with. */
export interface ToolUse {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** How a set of tools speaks of the sessions of a planner: what names one, and what is told about it. */
export interface SessionTerms
  extends Pick<ResourceKind, 'scheme' | 'idName' | 'title' | 'description' | 'isId'> {
  /** The session that is meant where none is named. */
  readonly defaultId?: string;
  /** The argument at fault when the planner refuses with this code. */
  readonly fieldOfCode: Readonly<Record<string, string>>;
  /** The refusal of a name that no session has. Default: that there is no such session. */
  missing?(name: string): WayfoldError;
  /** Whether a refusal only says that nothing is left to change: the call is answered then. */
  isSettled?(refusal: unknown): boolean;
  /** The tool that gives a command to a session, if there is one. */
  toolFor(call: CommandCall, name: string): ToolUse | undefined;
  /** A session as the tools answer it. */
  answer(view: SessionView, name: string): object;
  /** A session as the JSON of its resource. */
  json(view: SessionView, name: string): object;
  /** What there is to see of a session, as Markdown. Default: its title and its blocks. */
  text?(view: SessionView): string;
}
