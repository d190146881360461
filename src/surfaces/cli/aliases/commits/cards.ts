import { cardsFromGit } from '../../../../planners/commits/cards/git-log.ts';
import { resolveCommit } from '../../../../planners/commits/git.ts';
import { repositoryAt } from '../../../../planners/commits/worktree.ts';
import { atomicWrite } from '../../files/atomic-write.ts';
import type { Invocation } from '../../invocation.ts';

export interface CardsCommandOptions {
  readonly tip: readonly string[];
  readonly since?: string;
  readonly repo: string;
  readonly output?: string;
  readonly force?: boolean;
}

/** Cards go out in pieces of this many: a write for each would take longer than reading them. */
const PIECE = 500;

export async function cards(
  { output, signal }: Invocation,
  { tip, since, repo, output: file, force = false }: CardsCommandOptions,
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
  return undefined;
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
