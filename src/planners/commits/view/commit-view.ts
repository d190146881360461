import type { ViewBlock } from '../../../harness/module/view-block.ts';
import type { CommitDetails } from '../history/commit-details.ts';

/** The blocks of a commit: its message, metrics, plan and diff. */
export function commitBlocks(commit: CommitDetails): readonly ViewBlock[] {
  const { commitHash, parents, subject, body, author, ts, files, diff, metrics, plan } = commit;
  const about: readonly (readonly [string, string])[] = [
    ['Commit', commitHash],
    ['From', parents.map((hash) => hash.slice(0, 10)).join(', ') || 'nothing'],
    ['By', author],
    ...(ts === '' ? [] : ([['On', ts]] as const)),
    ['Files', String(files.length)],
    ...(plan ? ([['Plan', `${plan.summary} (${plan.requestId})`]] as const) : []),
    ...(plan?.outcome === undefined ? [] : ([['Result', plan.outcome]] as const)),
    ...metrics.map(({ name, value, unit }) => [name, `${value}${unit ? ` ${unit}` : ''}`] as const),
  ];
  return [
    {
      type: 'markdown',
      text: [`## ${subject || 'No message'}`, ...(body === '' ? [] : [body])].join('\n\n'),
    },
    { type: 'fields', items: about.map(([label, value]) => ({ label, value })) },
    ...(diff === '' ? [] : [{ type: 'diff', text: diff } as const]),
  ];
}
