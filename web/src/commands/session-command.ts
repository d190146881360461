import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import type { WaitingItem } from '../../../src/harness/module/waiting-item.ts';

/** What can be done in a session, as the server describes it. */
export interface SessionCommand {
  readonly type: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** Whether a person is asked before it is done. */
  readonly confirm?: boolean | undefined;
  /** Whether it is no button of its own, and only carried by options and actions. */
  readonly hidden?: boolean | undefined;
  /** The JSON Schema of its fields. */
  readonly input: object;
}

/** A command that a person completes. */
export interface WaitingForm {
  /** The command with what is known already. */
  readonly command: CommandCall;
  /** The field that a plain answer fills. */
  readonly field?: string | undefined;
  /** The JSON Schema of what is left. */
  readonly input: object;
}

/** Something that waits for a person, as the server describes it. */
export interface WaitingDescription extends Omit<WaitingItem<CommandCall, WaitingForm>, 'data'> {
  /** What kind of item it is, for programs. */
  readonly type: string;
  readonly seq: number;
  /** What to write as an answer. */
  readonly placeholder?: string | undefined;
}
