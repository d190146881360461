import type { AvailableCommand } from '@agentclientprotocol/sdk';

/** What a prompt asks for. */
export type PromptCommand =
  | { readonly type: 'show' }
  | { readonly type: 'set'; readonly objective: string; readonly titles: readonly string[] }
  | { readonly type: 'add'; readonly titles: readonly string[] }
  | {
      readonly type: 'mark';
      readonly stepId: string;
      readonly status: string;
      readonly note: string | undefined;
    }
  | { readonly type: 'clear' }
  | { readonly type: 'import'; readonly text: string }
  | { readonly type: 'unknown'; readonly name: string }
  /** No command at all: somebody says something. */
  | { readonly type: 'talk' };

interface CommandHelp {
  readonly name: string;
  readonly description: string;
  readonly hint?: string;
}

const COMMANDS: readonly CommandHelp[] = [
  { name: 'show', description: 'Show the plan with details and notes' },
  { name: 'set', description: 'Begin a plan', hint: 'objective, then one step a line' },
  { name: 'add', description: 'Add steps to the plan', hint: 'one step a line' },
  {
    name: 'mark',
    description: 'Set the status of a step',
    hint: 'S001 pending|in_progress|blocked|done [note]',
  },
  { name: 'clear', description: 'Give the plan up' },
  { name: 'import', description: 'Begin a plan with a file', hint: 'a checklist, JSON or tasks.json' },
];

/** Both as `/plan set …` and, for editors that complete one word only, as `/plan-set …`. */
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

/** The commands for a person to read. */
export const COMMANDS_TEXT = COMMANDS.map(
  ({ name, description, hint }) =>
    `- \`/plan ${name}\`: ${description}${hint === undefined ? '' : ` (${hint})`}`,
).join('\n');

const SLASH_COMMAND = /^\/plan(?:(?:-|\s+)(\S+))?(?:\s+([\s\S]*))?$/;
const CHECKBOX = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[[ xX~!]\](?:\s|$)/;
const LIST_SIGN = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[.\]\s+)?/;

export function promptCommand(text: string): PromptCommand {
  const [isCommand, name = 'show', rest = ''] = SLASH_COMMAND.exec(text) ?? [];
  if (isCommand === undefined) return isChecklist(text) ? { type: 'import', text } : { type: 'talk' };
  switch (name) {
    case 'show':
    case 'clear':
      return { type: name };
    case 'set': {
      const [objective = '', ...titles] = listed(rest);
      return { type: name, objective, titles };
    }
    case 'add':
      return { type: name, titles: listed(rest) };
    case 'mark': {
      const [, stepId = '', status = '', note] = /^(\S*)\s*(\S*)\s*([\s\S]+)?$/.exec(rest) ?? [];
      return { type: name, stepId, status, note };
    }
    case 'import':
      return { type: name, text: rest };
    default:
      return { type: 'unknown', name };
  }
}

/** A list of checkboxes and what belongs to them, with or without words before it. */
function isChecklist(text: string): boolean {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => CHECKBOX.test(line));
  return first >= 0 && lines.slice(first).every((line) => /^(\s|#|$)/.test(line) || LIST_SIGN.test(line));
}

/** The objective of a checklist without a heading: the words before it. */
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
