import type { Tool } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { ExecutableTask } from '../executor.ts';
import { lastAnswer } from '../last-answer.ts';
import { codeIn } from '../task-code.ts';
import type { McpServer } from './mcp-server.ts';

/** A tool of a server. `label` is the server's unique name. */
export interface OfferedTool {
  readonly server: McpServer;
  readonly label: string;
  readonly tool: Tool;
}

/** The tool call of a task, or the question to ask first. */
export type ToolCall =
  | {
      readonly type: 'call';
      readonly offered: OfferedTool;
      readonly input: Readonly<Record<string, unknown>>;
    }
  | { readonly type: 'unclear'; readonly question: string }
  | { readonly type: 'none' };

const CALL = /^([\w./:-]+)\s*(\{.*\})?$/s;
const Input = z.record(z.string(), z.unknown());

/**
 * Parses a call written as code in a task: `tool {"argument": 1}` or `server/tool {…}`. An answer takes precedence over
 * the task.
 */
export function spelledCall(task: ExecutableTask, tools: readonly OfferedTool[]): ToolCall {
  const answer = lastAnswer(task);
  const answered = answer === undefined ? [] : codeIn(answer);
  const whole = answer === undefined || answered.length > 0 ? [] : [{ code: answer, before: '' }];
  for (const codes of [[...answered, ...whole], codeIn(task.description)]) {
    const calls = codes.flatMap(({ code }) => callOf(code, tools));
    const [first, ...others] = calls;
    if (first !== undefined && others.length === 0) return first;
    if (first !== undefined) return unclear('It names several tools; each is a task of its own.', tools);
  }
  return { type: 'none' };
}

/** The question to ask if no tool is named. */
export function whichTool(tools: readonly OfferedTool[]): ToolCall & { readonly type: 'unclear' } {
  return unclear('It names none.', tools);
}

/** The name of a tool, with its server if another one has a tool with that name. */
export function nameOf({ label, tool }: OfferedTool, tools: readonly OfferedTool[]): string {
  const alone = tools.filter((other) => other.tool.name === tool.name).length === 1;
  return alone ? tool.name : `${label}/${tool.name}`;
}

function callOf(code: string, tools: readonly OfferedTool[]): Exclude<ToolCall, { type: 'none' }>[] {
  const [, name, json] = CALL.exec(code.trim()) ?? [];
  if (name === undefined) return [];
  const byName = tools.filter(({ tool }) => tool.name === name);
  const found =
    byName.length > 0 ? byName : tools.filter(({ label, tool }) => `${label}/${tool.name}` === name);
  const [offered, ...others] = found;
  if (offered === undefined) return json === undefined ? [] : [unclear(`There is no tool ${name}.`, tools)];
  if (others.length > 0) return [unclear(`Several servers have a tool ${name}.`, found)];
  const input = inputOf(json ?? '{}');
  return input === undefined
    ? [unclear(`The arguments of ${name} are not a JSON object: ${json}`, [offered])]
    : [{ type: 'call', offered, input }];
}

/** The object in a JSON text. */
export function inputOf(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return Input.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

const MAX_LISTED = 30;

function unclear(problem: string, tools: readonly OfferedTool[]): ToolCall & { readonly type: 'unclear' } {
  const names = tools.slice(0, MAX_LISTED).map((offered) => nameOf(offered, tools));
  const more = tools.length - names.length;
  const listed = `${names.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
  const all = names.length === 0 ? 'The servers have no tools.' : `Tools: ${listed}.`;
  return {
    type: 'unclear',
    question: `Which tool is to be called? ${problem} ${all} Answer in backticks, such as \`${names[0] ?? 'tool'} {"argument": "value"}\`.`,
  };
}
