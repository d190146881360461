import { z } from 'zod';
import { redactedDeep } from '../../../kernel/secret-redaction.ts';
import { changeBetween } from '../../../machine/git/commit-change.ts';
import { askGit, findCommit, git, resolveCommit } from '../../../machine/git/git.ts';
import { redactionFor } from '../agent/redaction.ts';
import type { CommitsEventOf } from '../facts.ts';
import { type PlanningSettings, settingsFromEnv } from '../settings.ts';
import { evaluationFromNotes } from './evaluation.ts';
import type { Evaluation } from './evaluation-shape.ts';

const Hash = z.string();

/** The details of a commit: its message, its changes and its metrics. */
export const CommitDetails = z.strictObject({
  commitHash: Hash,
  parents: z.array(Hash).readonly(),
  subject: z.string(),
  body: z.string(),
  author: z.string(),
  ts: z.string(),
  files: z
    .array(
      z.strictObject({
        path: z.string(),
        added: z.int().min(0).optional(),
        removed: z.int().min(0).optional(),
      }),
    )
    .readonly(),
  diff: z.string().describe('Against its first parent, cut where it is long.'),
  metrics: z
    .array(z.strictObject({ name: z.string(), value: z.number(), unit: z.string().optional() }))
    .readonly(),
  plan: z
    .strictObject({ requestId: z.string(), summary: z.string(), outcome: z.string().optional() })
    .optional()
    .describe('The plan that led to it, where one of the session did.'),
});
/** See the schema {@link CommitDetails}. */
export type CommitDetails = Readonly<z.infer<typeof CommitDetails>>;

/** The empty tree, which a root commit is compared with. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/**
 * Reads a commit of a repository. Metrics come from its git note unless given. A commit that git has pruned is returned
 * as recorded.
 */
export async function commitDetails(
  root: string,
  revision: string,
  {
    settings = settingsFromEnv(),
    metrics,
    plan,
    change,
  }: {
    readonly settings?: PlanningSettings | undefined;
    readonly metrics?: Evaluation['metrics'] | undefined;
    readonly plan?: CommitDetails['plan'];
    readonly change?: CommitsEventOf<'change_made'> | undefined;
  } = {},
): Promise<CommitDetails> {
  if (change && (await findCommit(root, revision)) === undefined)
    return recordedDetails(change, { metrics, plan });
  const commitHash = await resolveCommit(root, revision);
  const format = '--format=%P%x00%an%x00%cI%x00%s%x00%b';
  const text = await git(root, ['log', '-1', '--no-show-signature', format, commitHash, '--']);
  const [parents = '', author = '', ts = '', subject = '', body = ''] = text.split('\0');
  const hashes = parents.split(' ').filter(Boolean);
  const { diff, files } = await changeBetween(root, await parentOf(root, hashes), commitHash);
  const measured = metrics ?? (await evaluationFromNotes(root, commitHash))?.metrics ?? [];
  const details: CommitDetails = {
    commitHash,
    parents: hashes,
    subject,
    body: body.trim(),
    author,
    ts,
    files,
    diff,
    metrics: shownMetrics(measured),
    ...(plan && { plan }),
  };
  // A commit may contain anything, including a secret of this machine.
  return redactedDeep(details, redactionFor(settings)) as CommitDetails;
}

function recordedDetails(
  { commit, base, agent, summary, files, diff }: CommitsEventOf<'change_made'>,
  {
    metrics = [],
    plan,
  }: {
    readonly metrics: Evaluation['metrics'] | undefined;
    readonly plan: CommitDetails['plan'];
  },
): CommitDetails {
  return {
    commitHash: commit,
    parents: [base],
    subject: plan?.summary ?? '',
    body: summary,
    author: agent,
    ts: '',
    files,
    diff,
    metrics: shownMetrics(metrics),
    ...(plan && { plan }),
  };
}

function shownMetrics(metrics: Evaluation['metrics']): CommitDetails['metrics'] {
  return metrics.map(({ name, value, unit }) => ({ name, value, ...(unit && { unit }) }));
}

async function parentOf(root: string, [first]: readonly string[]): Promise<string> {
  if (first === undefined) return EMPTY_TREE;
  // A shallow clone knows only its hash.
  return (await askGit(root, ['cat-file', '-e', `${first}^{commit}`])).ok ? first : EMPTY_TREE;
}
