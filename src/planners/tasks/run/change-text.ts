import type { BlockAction, ViewBlock } from '../../../harness/module/view-block.ts';
import type { WaitingOption } from '../../../harness/module/waiting-item.ts';
import type { TaskCall } from '../commands/task-commands.ts';
import type { ProposedChange } from '../facts.ts';
import type { Task } from '../state/planner-state.ts';
import type { WaitingChange } from './change-decision.ts';

/** The maximum length of a diff beside a question. The view shows everything stored. */
const MAX_LENGTH_SHOWN = 12_000;
const MAX_COMMANDS = 30;

/** The possible decisions about a change. An erased one can only be rejected, because nobody can see it. */
export function changeChoices(
  taskId: number,
  { digest, diff }: WaitingChange,
): readonly WaitingOption<TaskCall>[] {
  const reject = {
    id: 'reject',
    label: 'Reject',
    command: { type: 'task-reject', taskId, digest },
    edit: ['reason'],
  } as const;
  return diff === ''
    ? [reject]
    : [{ id: 'approve', label: 'Approve', command: { type: 'task-approve', taskId, digest } }, reject];
}

/** The decisions as buttons. */
export function changeActions(taskId: number, change: WaitingChange): readonly BlockAction<TaskCall>[] {
  return changeChoices(taskId, change).map(({ id: _, ...action }) => action);
}

/** The size of a change: `2 files, +10 −3`. */
export function changeSize({ files }: Pick<ProposedChange, 'files'>): string {
  const sum = (field: 'added' | 'removed') => files.reduce((total, each) => total + (each[field] ?? 0), 0);
  const count = `${files.length} ${files.length === 1 ? 'file' : 'files'}`;
  return `${count}, +${sum('added')} −${sum('removed')}`;
}

/** All information about a change for its approval, as Markdown. */
export function changeText(change: ProposedChange): string {
  const { diff } = change;
  const shown =
    diff.length <= MAX_LENGTH_SHOWN ? diff : `${diff.slice(0, MAX_LENGTH_SHOWN).toWellFormed()}\n…`;
  return [aboutChange(change), ...(diff === '' ? [] : [fenced(shown, 'diff')])].join('\n\n');
}

/** The blocks of changes that wait for a decision, with their diffs. */
export function changeBlocks(tasks: readonly Task[]): readonly ViewBlock<TaskCall>[] {
  return tasks
    .toSorted((a, b) => a.id - b.id)
    .flatMap(({ id, status, description, change }): readonly ViewBlock<TaskCall>[] => {
      if (status !== 'NeedsApproval' || change === undefined) return [];
      const title = `Task ${id}: ${description.split('\n', 1)[0] ?? ''}`;
      return [
        {
          type: 'markdown',
          text: `**${title}**\n\n${aboutChange(change)}`,
          actions: changeActions(id, change),
        },
        ...(change.diff === '' ? [] : [{ type: 'diff', title, text: change.diff } as const]),
      ];
    });
}

function aboutChange({ agent, summary, branch, base, commands, checks, files }: ProposedChange): string {
  const more = commands.length - MAX_COMMANDS;
  const ran = commands
    .slice(0, MAX_COMMANDS)
    .map(({ command, exitCode }) => `- ${code(command)}${exitCode ? ` (exit code ${exitCode})` : ''}`);
  return [
    ...(summary.trim() === '' ? [] : [summary.trim()]),
    `${changeSize({ files })}, by ${agent}, on the branch ${code(branch)}, made from ${code(base.slice(0, 10))}.`,
    ...checks.map(
      ({ command, passed, output }) =>
        `Check ${code(command)}: ${passed ? 'passed' : `failed\n\n${fenced(output, '')}`}`,
    ),
    ...(ran.length > 0
      ? [`Commands that it ran:\n\n${ran.join('\n')}${more > 0 ? `\n- and ${more} more` : ''}`]
      : []),
  ].join('\n\n');
}

function code(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``;
}

function fenced(text: string, language: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}
