import { redactionOf } from '../../../../kernel/secret-redaction.ts';
import { askGit, resolveCommit } from '../../../../machine/git/git.ts';
import { repositoryAt } from '../../../../machine/git/worktree.ts';
import { modelFromEnv } from '../../../../model/open-model.ts';
import { summariesFolder } from '../../../../planners/commits/agent/file-folders.ts';
import { cardsFromGit, indexFromGit } from '../../../../planners/commits/cards/git-log.ts';
import { cardsFromFile, indexCardsFrom } from '../../../../planners/commits/cards/json-lines.ts';
import { settingsFromEnv } from '../../../../planners/commits/settings.ts';
import type { CardIndex } from '../../../../planners/commits/trajectory/card-index.ts';
import { fileChunkCache } from '../../../../planners/commits/trajectory/file-chunk-cache.ts';
import { modelSummariser } from '../../../../planners/commits/trajectory/model-summariser.ts';
import { buildTrajectory } from '../../../../planners/commits/trajectory/trajectory.ts';
import { atomicWrite } from '../../files/atomic-write.ts';
import type { WrittenFile } from '../../files/write-output.ts';
import type { Invocation } from '../../invocation.ts';

interface TrajectoryOptions {
  readonly base: string;
  readonly tip: string;
  readonly root?: string;
  readonly cards?: string;
  readonly repo: string;
}

export async function trajectory(invocation: Invocation, options: TrajectoryOptions): Promise<undefined> {
  const { output, env, signal, location } = invocation;
  const { trajectory: limits } = settingsFromEnv(env);
  const llm = modelFromEnv(env);
  const { lines, meta } = await buildTrajectory({
    ...(await chainOf(options, signal)),
    ...limits,
    ...(llm && { summarise: modelSummariser(llm, signal, { ...process.env, ...env }), model: llm.id }),
    ...(llm && location.type === 'sqlite' && { cache: fileChunkCache(summariesFolder(location.data)) }),
  });
  // A commit message may contain a secret of this machine, and the output may end up in a log.
  const shown = lines.map(redactionOf(process.env, env));
  if (output.json) await output.value({ lines: shown, meta });
  else for (const line of shown) await output.line(line);
  if (meta.lca === null && options.cards === undefined && (await isShallow(options.repo))) {
    output.note('This clone is shallow. Get the rest of its history with: git fetch --unshallow');
  }
}

async function isShallow(repo: string): Promise<boolean> {
  const answer = await askGit(repo, ['rev-parse', '--is-shallow-repository']);
  return answer.ok && answer.text.trim() === 'true';
}

interface Chain {
  readonly cards: CardIndex;
  readonly base: string;
  readonly tip: string;
  readonly root: string | undefined;
}

/** In a file of cards the ends are hashes; in a repository they are any revision. */
async function chainOf(
  { base, tip, root, cards, repo }: TrajectoryOptions,
  signal: AbortSignal,
): Promise<Chain> {
  if (cards !== undefined) return { cards: await indexCardsFrom(cardsFromFile(cards)), base, tip, root };
  const directory = await repositoryAt(repo);
  const tips = await Promise.all([base, tip].map((revision) => resolveCommit(directory, revision)));
  const [from = base, to = tip] = tips;
  return {
    cards: await indexFromGit(directory, { tips, signal }),
    base: from,
    tip: to,
    root: root === undefined ? undefined : await resolveCommit(directory, root),
  };
}

interface CardsOptions extends WrittenFile {
  readonly tip: readonly string[];
  readonly since?: string;
  readonly repo: string;
}

/** The number of cards per write: one write each would take longer than reading them. */
const PIECE = 500;

export async function cards(
  { output, signal }: Invocation,
  { tip, since, repo, output: file, force = false }: CardsOptions,
): Promise<undefined> {
  const directory = await repositoryAt(repo);
  const end = since === undefined ? undefined : await resolveCommit(directory, since);
  const pieces = inPieces(
    cardsFromGit(directory, {
      ...(tip.length > 0 && { tips: tip }),
      known: (hash) => hash === end,
      signal,
    }),
  );
  if (file !== undefined) await atomicWrite(file, pieces, { force });
  else for await (const piece of pieces) await output.raw(piece);
}

async function* inPieces(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let lines: string[] = [];
  for await (const item of items) {
    lines.push(`${JSON.stringify(item)}\n`);
    if (lines.length === PIECE) {
      yield lines.join('');
      lines = [];
    }
  }
  if (lines.length > 0) yield lines.join('');
}
