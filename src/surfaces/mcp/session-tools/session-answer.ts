import { z } from 'zod';
import type { PlannerModule } from '../../../harness/module/planner-module.ts';
import type { CommandCall } from '../../../harness/module/view-block.ts';
import { blocksMarkdown } from '../../../sessions/blocks/markdown.ts';
import type { SessionView } from '../../../sessions/session-view.ts';
import { waitingText } from '../../../sessions/turn.ts';
import type { Waiting } from '../../../sessions/waiting.ts';
import { toolName } from './tool-name.ts';

const Call = {
  tool: z.string().optional().describe('The tool to call.'),
  arguments: z.record(z.string(), z.unknown()).optional().describe('What to call it with.'),
};

/** How a session stands, as every tool of its planner tells it. */
export const SessionAnswer = {
  session: z.string().optional().describe('The id of the session.'),
  version: z.int().optional().describe('How many facts its journal has.'),
  title: z.string().optional(),
  status: z.string().optional().describe('idle, working, waiting, completed, failed, canceled or rejected.'),
  waiting: z
    .array(
      z.strictObject({
        id: z.string(),
        text: z.string(),
        details: z.string().optional(),
        options: z.array(z.strictObject({ label: z.string(), ...Call })).optional(),
        form: z.strictObject(Call).optional().describe('A call with arguments left out, to be filled in.'),
      }),
    )
    .optional()
    .describe('What waits for a decision of the user.'),
  view: z
    .array(z.looseObject({ type: z.string() }))
    .optional()
    .describe('What there is to see: blocks of text, steps, tables and so on.'),
};

/** A session as data. `offered` are the commands that have a tool. */
export function sessionAnswer(view: SessionView, offered: ReadonlySet<string>) {
  const { id, module } = view;
  const callOf = (call: CommandCall) => toolCall(module, id, call, offered);
  return {
    session: id,
    version: view.head,
    title: view.title,
    status: view.status,
    waiting: view.waiting.map(({ id: item, text, details, options = [], form }) => ({
      id: item,
      text,
      ...(details !== undefined && { details }),
      ...(options.length > 0 && {
        options: options.map(({ label, command }) => ({ label, ...callOf(command) })),
      }),
      ...(form && { form: { ...callOf(form) } }),
    })),
    view: plain(view.blocks),
  };
}

/** What there is to see of a session and what waits in it, in words. */
export function sessionText(view: SessionView, offered: ReadonlySet<string>): string {
  const blocks = blocksMarkdown(view.blocks);
  const waits = view.waiting.map((item) => waitingText(item)).filter((text) => !blocks.includes(text));
  return withCalls([blocks, ...waits].filter(Boolean).join('\n\n'), view, offered) || 'Nothing to see yet.';
}

/** A text with the calls that what waits offers, for models that are shown no data. */
export function withCalls(text: string, view: SessionView, offered: ReadonlySet<string>): string {
  const calls = view.waiting.flatMap(({ options = [], form }: Waiting) =>
    [...options, ...(form ? [{ label: 'Answer', command: form }] : [])].flatMap(({ label, command }) => {
      const call = toolCall(view.module, view.id, command, offered);
      return call ? [`- ${label}: ${call.tool} ${JSON.stringify(call.arguments)}`] : [];
    }),
  );
  return [text, calls.join('\n')].filter(Boolean).join('\n\n');
}

function toolCall(
  module: PlannerModule,
  session: string,
  { type, ...input }: CommandCall,
  offered: ReadonlySet<string>,
) {
  return offered.has(type) ? { tool: toolName(module, type), arguments: { session, ...input } } : undefined;
}

/** As it goes over the wire: without what is undefined. */
function plain(blocks: SessionView['blocks']): readonly { readonly type: string }[] {
  return JSON.parse(JSON.stringify(blocks));
}
