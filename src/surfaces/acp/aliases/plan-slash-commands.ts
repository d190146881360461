import type { AvailableCommand } from '@agentclientprotocol/sdk';

/** A call of a plan tool. */
interface PlanCall {
  readonly type: 'call';
  readonly tool: string;
  readonly input: object;
  /** The title, for the person. */
  readonly title: string;
}

/** The meaning of a prompt. */
export type PromptCommand =
  | PlanCall
  | { readonly type: 'import'; readonly text: string }
  | { readonly type: 'unknown'; readonly name: string }
  /** Not a command but a message. */
  | { readonly type: 'talk' };

interface PlanCommand {
  readonly name: string;
  readonly description: string;
  readonly hint?: string;
  /** Parses the text after the name. */
  read(words: string): PromptCommand;
}

const COMMANDS: readonly PlanCommand[] = [
  {
    name: 'show',
    description: 'Show the plan with details and notes',
    read: () => ({ type: 'call', tool: 'planning_read_plan', input: {}, title: 'Read the plan' }),
  },
  {
    name: 'set',
    description: 'Start a plan',
    hint: 'objective, then one step per line',
    read: (words) => {
      const [objective = '', ...titles] = listed(words);
      const input = { objective, initial_steps: titles.map((title) => ({ title })) };
      return { type: 'call', tool: 'planning_setup_plan', input, title: 'Set up the plan' };
    },
  },
  {
    name: 'add',
    description: 'Add steps to the plan',
    hint: 'one step per line',
    read: (words) => {
      const input = { steps: listed(words).map((title) => ({ title })) };
      return { type: 'call', tool: 'planning_add_step', input, title: 'Add steps' };
    },
  },
  {
    name: 'mark',
    description: 'Set the status of a step',
    hint: 'S001 pending|in_progress|blocked|done [note]',
    read: (words) => {
      const [, step_id = '', status = '', note] = /^(\S*)\s*(\S*)\s*([\s\S]+)?$/.exec(words) ?? [];
      const input = { step_id, status, ...(note !== undefined && { note }) };
      return { type: 'call', tool: 'planning_mark_step', input, title: `Mark ${step_id || 'a step'}` };
    },
  },
  {
    name: 'clear',
    description: 'Abandon the plan',
    read: () => ({ type: 'call', tool: 'planning_clear_plan', input: {}, title: 'Abandon the plan' }),
  },
  {
    name: 'import',
    description: 'Start a plan from a file',
    hint: 'a checklist, JSON or tasks.json',
    read: (text) => ({ type: 'import', text }),
  },
];

/** Both as `/plan set …` and, for editors that complete only one word, as `/plan-set …`. */
export const AVAILABLE_COMMANDS: AvailableCommand[] = [
  {
    name: 'plan',
    description: 'Show or change the plan of this session',
    input: { hint: COMMANDS.map(({ name }) => name).join(' | ') },
  },
  ...COMMANDS.map(({ name, description, hint }) => ({
    name: `plan-${name}`,
    description,
    ...(hint !== undefined && { input: { hint } }),
  })),
];

/** The commands as text for a person. */
export const COMMANDS_TEXT = COMMANDS.map(
  ({ name, description, hint }) =>
    `- \`/plan ${name}\`: ${description}${hint === undefined ? '' : ` (${hint})`}`,
).join('\n');

const SLASH_COMMAND = /^\/plan(?:(?:-|\s+)(\S+))?(?:\s+([\s\S]*))?$/;
const CHECKBOX = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[[ xX~!]\](?:\s|$)/;
const LIST_SIGN = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[.\]\s+)?/;

export function promptCommand(text: string): PromptCommand {
  const [isCommand, name = 'show', words = ''] = SLASH_COMMAND.exec(text) ?? [];
  if (isCommand === undefined) return isChecklist(text) ? { type: 'import', text } : { type: 'talk' };
  const command = COMMANDS.find((each) => each.name === name);
  return command?.read(words) ?? { type: 'unknown', name };
}

/** Whether the text contains a list of checkboxes, with or without a preceding text. */
function isChecklist(text: string): boolean {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => CHECKBOX.test(line));
  return first >= 0 && lines.slice(first).every((line) => /^(\s|#|$)/.test(line) || LIST_SIGN.test(line));
}

/** The objective of a checklist without a heading: the text before it. */
export function wordsBefore(checklist: string): string | undefined {
  const [first = ''] = checklist.trim().split('\n');
  return first === '' || first.startsWith('{') || CHECKBOX.test(first) ? undefined : first.replace(/:$/, '');
}

function listed(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(LIST_SIGN, '').trim())
    .filter((line) => line !== '');
}
