import { onOneLine } from '../../../machine/bounded-text.ts';
import { git } from '../../../machine/git/git.ts';

/** A commit as a graph of history shows it. */
export interface GraphCommit {
  readonly commitHash: string;
  /** All its parents, the first one first. */
  readonly parents: readonly string[];
  readonly subject: string;
  /** The commit date, in ISO 8601. */
  readonly ts: string;
}

/** `%H`, `%P`, `%cI` and `%s`, each terminated by a NUL, which none of them can contain. */
const FORMAT = '%H%x00%P%x00%cI%x00%s';
const FIELDS = 4;

/** The newest ancestors of some commits, children before parents. */
export async function commitGraph(
  directory: string,
  { tips, most }: { readonly tips: readonly string[]; readonly most: number },
): Promise<readonly GraphCommit[]> {
  const text = await git(directory, [
    '-c',
    'i18n.logOutputEncoding=UTF-8',
    'log',
    '-z',
    '--no-show-signature',
    '--topo-order',
    `--max-count=${most}`,
    `--format=${FORMAT}`,
    ...tips,
    '--',
  ]);
  const fields = text.split('\0');
  const commits: GraphCommit[] = [];
  for (let at = 0; at + FIELDS <= fields.length; at += FIELDS) {
    const [commitHash = '', parents = '', ts = '', subject = ''] = fields.slice(at, at + FIELDS);
    commits.push({
      commitHash,
      parents: parents.split(' ').filter(Boolean),
      subject: onOneLine(subject),
      ts,
    });
  }
  return commits;
}
