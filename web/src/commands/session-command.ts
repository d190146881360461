import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import type { WaitingItem } from '../../../src/harness/module/waiting-item.ts';

/** A command of a session, as the server describes it. */
export interface SessionCommand {
  readonly type: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** Whether a person has to confirm it. */
  readonly confirm?: boolean | undefined;
  /** Whether it has no button of its own and occurs only in options and actions. */
  readonly hidden?: boolean | undefined;
  /** The JSON Schema of its fields. */
  readonly input: object;
}

/** A command that a person completes. */
export interface WaitingForm {
  /** The command with its known fields. */
  readonly command: CommandCall;
  /** The field that a plain answer fills. */
  readonly field?: string | undefined;
  /** The JSON Schema of the missing fields. */
  readonly input: object;
}

/** Something that waits for a person, as the server describes it. */
export interface WaitingDescription extends Omit<WaitingItem<CommandCall, WaitingForm>, 'data'> {
  /** Its type, for programs. */
  readonly type: string;
  readonly seq: number;
  /** The placeholder of an answer. */
  readonly placeholder?: string | undefined;
}
