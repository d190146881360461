import { askGit, git, resolveCommit } from '../../../machine/git/git.ts';
import { CommitPlanningContext } from '../agent/planning-request.ts';
import type { Trajectory } from '../trajectory/trajectory.ts';
import type { Evaluation } from './evaluation-shape.ts';

/** Information about a commit besides that of git. */
export interface CommitKnowledge {
  readonly evaluation?: Evaluation | undefined;
  readonly trajectory?: Trajectory | undefined;
}

const MAX_FILES = 40;

/** Git's information about a commit: its message, and the changed files, those with most changes first. */
export async function commitContext(
  directory: string,
  revision: string,
  { evaluation, trajectory }: CommitKnowledge = {},
): Promise<CommitPlanningContext> {
  const commitHash = await resolveCommit(directory, revision);
  const message = await git(directory, [
    'log',
    '-1',
    '--no-show-signature',
    '--format=%s%x00%b',
    commitHash,
    '--',
  ]);
  const [subject = '', body = ''] = message.split('\0');
  return new CommitPlanningContext({
    commitHash,
    subject,
    changeSummary: body,
    keyFiles: await changedFiles(directory, commitHash),
    ...(evaluation && {
      metrics: [...evaluation.metrics],
      evaluationSummary: evaluation.summary,
      highlights: evaluation.highlights,
      cellIndex: evaluation.cellIndex,
      objective: evaluation.objective,
      ...(evaluation.measures && { measures: evaluation.measures }),
    }),
    ...(trajectory && { trajectory: trajectory.lines, trajectoryMeta: { ...trajectory.meta } }),
  });
}

const CHANGES = [
  'diff-tree',
  '-r',
  '-z',
  '--root',
  '-m',
  '--first-parent',
  '--no-commit-id',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
];

async function changedFiles(directory: string, commitHash: string): Promise<readonly string[]> {
  const counted = await askGit(directory, [...CHANGES, '--numstat', commitHash]);
  // A partial clone may lack the files, but knows their names.
  if (!counted.ok) return await changedNames(directory, commitHash);
  const rows = counted.text.split('\0').flatMap((row) => {
    const [, added = '', removed = '', path = ''] = /^(\d+|-)\t(\d+|-)\t(.+)$/s.exec(row) ?? [];
    return path === '' ? [] : [{ path, lines: (Number(added) || 0) + (Number(removed) || 0) }];
  });
  return rows
    .sort((a, b) => b.lines - a.lines)
    .slice(0, MAX_FILES)
    .map(({ path }) => path);
}

async function changedNames(directory: string, commitHash: string): Promise<readonly string[]> {
  const names = await git(directory, [...CHANGES, '--name-only', commitHash]);
  return names.split('\0').filter(Boolean).slice(0, MAX_FILES);
}
