import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { actionsIn } from '../../../harness/module/block-actions.ts';
import type { PlannerModule } from '../../../harness/module/planner-module.ts';
import type { CommandCall, ViewBlock } from '../../../harness/module/view-block.ts';
import { sameJson } from '../../../kernel/session/same-json.ts';
import { blocksMarkdown } from '../../../sessions/blocks/markdown.ts';
import type { OpenSession } from '../../../sessions/open-session.ts';
import type { SessionView } from '../../../sessions/view/session-view.ts';
import { WaitingJson, waitingJson } from '../../../sessions/waiting/waiting-form.ts';
import { callerOf } from '../caller.ts';
import { brokenRule, ExpectedVersion } from '../input-check.ts';
import {
  callTool,
  PLANNING_HINTS,
  type PlannerTool,
  plannerTool,
  READING_HINTS,
  type ToolAnswer,
} from '../planner-tool.ts';
import { idOfUri } from '../resource-kind.ts';
import type { SessionCalls } from '../session-tools/session-calls.ts';
import { unchecked } from '../tool-call.ts';
import type { ToolSet } from '../tool-set.ts';
import { appLink } from './app-link.ts';

const MAX_ADDRESS_LENGTH = 400;
const Address = z.string().max(MAX_ADDRESS_LENGTH).describe('The address of the resource to show.');

const Shown = z.strictObject({
  address: z.string().optional(),
  version: z.int().optional().describe('The number of facts in its journal.'),
  title: z.string().optional(),
  status: z.string().optional(),
  blocks: z.array(z.looseObject({ type: z.string() })).optional(),
  waiting: z.array(WaitingJson).optional(),
});

/** The tools of the app, hidden from models: show a session, and run the commands it offers. */
function appTools(sets: readonly ToolSet[]): readonly PlannerTool[] {
  const common = { outputSchema: Shown, fieldOfCode: { 'no-session': 'address' } };
  return [
    plannerTool({
      ...common,
      name: 'wayfold_app_view',
      title: 'Show in the app',
      description: 'For the app: returns the content at an address and what needs a decision.',
      inputSchema: z.strictObject({ address: Address }),
      hints: READING_HINTS,
      call: async ({ address }) =>
        await onSession(sets, address, async (session) => shown(address, await session.view())),
    }),
    plannerTool({
      ...common,
      name: 'wayfold_app_do',
      title: 'Act in the app',
      description: 'For the app: runs a command that is offered at an address.',
      inputSchema: z.strictObject({
        address: Address,
        command: z
          .looseObject({ type: z.string() })
          .describe('The command of an action or of an open item, unchanged.'),
        expected_version: ExpectedVersion,
      }),
      hints: PLANNING_HINTS,
      call: async ({ address, command, ...input }, by) =>
        await onSession(sets, address, async (session, calls, id) => {
          if (!isOffered(command, await session.view())) {
            throw brokenRule('command', 'This is no longer offered. Look at the current state.', command);
          }
          await calls.giveIn(session, { ...input, [calls.terms.idName]: id }, by, command);
          return shown(address, await session.view());
        }),
    }),
  ];
}

/** Registers the tools of the app. */
export function registerAppTools(
  server: McpServer,
  sets: readonly ToolSet[],
  onError: (error: unknown) => void,
): void {
  for (const tool of appTools(sets)) {
    const { name, title, description, inputSchema, hints } = tool;
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: unchecked({ ...inputSchema }),
        annotations: {
          title,
          readOnlyHint: hints.readOnly,
          destructiveHint: false,
          openWorldHint: hints.openWorld,
        },
        _meta: appLink(['app']),
      },
      (input, context) => callTool(tool, { input, by: callerOf(server, context) }, { onError }),
    );
  }
}

async function onSession<Result>(
  sets: readonly ToolSet[],
  address: string,
  work: (session: OpenSession, calls: SessionCalls, id: string) => Promise<Result>,
): Promise<Result> {
  for (const { resources, calls: load } of sets) {
    const id = idOfUri(resources, address);
    if (id === undefined || load === undefined) continue;
    const calls = await load();
    return await calls.on({ [calls.terms.idName]: id }, (session) => work(session, calls, id));
  }
  throw brokenRule('address', 'Address must be one of a resource of this server.', address);
}

/** Steps and progress as data, everything else as Markdown. */
function shown(address: string, view: SessionView): ToolAnswer {
  const { head, title, status, blocks, module, waiting } = view;
  return {
    address,
    version: head,
    title,
    status,
    blocks: blocks.map((block) => plainBlock(block, module)),
    waiting: waiting.map((item) => waitingJson(module, item)),
    message: title,
  };
}

function plainBlock(block: ViewBlock, { commands }: PlannerModule): { readonly type: string } {
  if (block.type === 'progress') return block;
  const actions = actionsIn(block);
  const plain =
    block.type === 'steps'
      ? block
      : { type: 'markdown', text: blocksMarkdown([block]), ...(actions.length > 0 && { actions }) };
  const confirmed = new Set(
    Object.entries(commands).flatMap(([type, { confirm = false }]) => (confirm ? [type] : [])),
  );
  // In wire format: without undefined values, and with confirmations.
  return JSON.parse(JSON.stringify(plain), (key, value) =>
    key === 'actions' && Array.isArray(value)
      ? value.map((action) => (confirmed.has(action.command?.type) ? { ...action, confirm: true } : action))
      : value,
  );
}

/** Whether a command is offered in the view, with different values only in fields that a person may fill in. */
function isOffered(command: CommandCall, { blocks, waiting, module }: SessionView): boolean {
  const options = [...blocks.flatMap(actionsIn), ...waiting.flatMap(({ options: each = [] }) => each)];
  if (options.some(({ command: offered, edit = [] }) => isSame(command, offered, edit))) return true;
  return waiting.some((item) => {
    const { form } = waitingJson(module, item);
    if (form === undefined) return false;
    if (command.type === 'answer') return command.qid === item.id;
    return isSame(command, form.command, Object.keys(Object(form.input.properties)));
  });
}

function isSame(given: CommandCall, offered: CommandCall, edit: readonly string[]): boolean {
  const kept = (call: CommandCall) =>
    Object.fromEntries(
      Object.entries(call).filter(([field, value]) => value !== undefined && !edit.includes(field)),
    );
  return sameJson(kept(given), kept(offered));
}
