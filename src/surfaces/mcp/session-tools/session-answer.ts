import { z } from 'zod';
import type { CommandCall } from '../../../harness/module/view-block.ts';
import type { SessionView } from '../../../sessions/view/session-view.ts';
import type { ToolUse } from './session-terms.ts';

const Call = {
  tool: z.string().optional().describe('The tool to call.'),
  arguments: z.record(z.string(), z.unknown()).optional().describe('The arguments to call it with.'),
};

/** The status of a session, included in every answer. */
export const SessionAnswer = {
  session: z.string().optional().describe('The id of the session.'),
  version: z.int().optional().describe('The number of facts in its journal.'),
  title: z.string().optional(),
  status: z
    .string()
    .optional()
    .describe('idle, working, waiting, completed, simulated, failed, canceled or rejected.'),
  waiting: z
    .array(
      z.strictObject({
        id: z.string(),
        text: z.string(),
        details: z.string().optional(),
        options: z.array(z.strictObject({ label: z.string(), ...Call })).optional(),
        form: z.strictObject(Call).optional().describe('A call with missing arguments for you to fill in.'),
      }),
    )
    .optional()
    .describe('The items that need a decision by the user.'),
  view: z
    .array(z.looseObject({ type: z.string() }))
    .optional()
    .describe('The content of the session: blocks of text, steps, tables and so on.'),
};

/** A session as data. `toolFor` returns the tool that runs a command. */
export function sessionAnswer(view: SessionView, toolFor: (call: CommandCall) => ToolUse | undefined) {
  return {
    session: view.id,
    version: view.head,
    title: view.title,
    status: view.status,
    waiting: view.waiting.map(({ id, text, details, options = [], form }) => ({
      id,
      text,
      ...(details !== undefined && { details }),
      ...(options.length > 0 && {
        options: options.map(({ label, command }) => ({ label, ...toolFor(command) })),
      }),
      ...(form && { form: { ...toolFor(form) } }),
    })),
    view: plain(view.blocks),
  };
}

/** In wire format: without undefined values. */
function plain(blocks: SessionView['blocks']): readonly { readonly type: string }[] {
  return JSON.parse(JSON.stringify(blocks));
}
