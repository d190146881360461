import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onOneLine } from '../../../machine/bounded-text.ts';
import { GIT_ENVIRONMENT, gitArguments, gitFailed, resolveCommit } from '../../../machine/git/git.ts';
import { programEnvironment } from '../../../machine/program-environment.ts';
import { CardIndex, type CommitCard } from '../trajectory/card-index.ts';

/** Options for reading cards from a repository. */
export interface GitCardOptions {
  /** The commits whose histories to read. Default: HEAD. */
  readonly tips?: readonly string[];
  /** Where to stop: the history of a known commit is known too. */
  readonly known?: (commitHash: string) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** `%H`, `%P`, `%s` and `%b`, each terminated by a NUL, which none of them can contain. */
const FORMAT = '%H%x00%P%x00%s%x00%b';
const FIELDS = 4;
/** Only the beginning of a longer message is read. */
const MAX_BYTES = 2048;
const HASH = /^[0-9a-f]{40,64}/;

/**
 * The commits of a repository, newest first, streamed from git. Merges follow their first parent. The body of a commit
 * message is its change summary.
 */
export async function* cardsFromGit(
  directory: string,
  options: GitCardOptions = {},
): AsyncGenerator<CommitCard> {
  const { tips = ['HEAD'], known = () => false, signal } = options;
  const commits = await Promise.all(tips.map((tip) => resolveCommit(directory, tip)));
  // The second history may join the first one.
  const seen = commits.length > 1 ? new Set<string>() : undefined;
  for (const commit of new Set(commits)) {
    const isKnown = (hash: string) => known(hash) || seen?.has(hash) === true;
    for await (const cards of newIn(directory, commit, isKnown, signal)) {
      for (const card of cards) {
        seen?.add(card.commitHash);
        yield card;
      }
    }
  }
}

/** An index of the histories of some commits. With an existing index, only missing commits are read. */
export async function indexFromGit(
  directory: string,
  { tips = ['HEAD'], index, signal }: GitCardOptions & { readonly index?: CardIndex } = {},
): Promise<CardIndex> {
  const growing = index ?? new CardIndex();
  for (const tip of tips) {
    // A history comes newest first. One that fails halfway must not look complete in an existing index.
    const added: CommitCard[] = [];
    const commit = await resolveCommit(directory, tip);
    for await (const cards of newIn(directory, commit, (hash) => growing.has(hash), signal)) {
      if (index === undefined) growing.add(cards);
      else added.push(...cards);
    }
    growing.add(added);
  }
  return growing;
}

/** The history of a commit down to known commits, in chunks: waiting for each card would take longer than git. */
async function* newIn(
  directory: string,
  commit: string,
  isKnown: (commitHash: string) => boolean,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly CommitCard[]> {
  for await (const cards of historyOf(directory, commit, signal)) {
    // A short history may be complete before git is aborted.
    signal?.throwIfAborted();
    const end = cards.findIndex(({ commitHash }) => isKnown(commitHash));
    yield end === -1 ? cards : cards.slice(0, end);
    if (end !== -1) return;
  }
}

async function* historyOf(
  directory: string,
  commit: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly CommitCard[]> {
  const args = [
    '-c',
    'i18n.logOutputEncoding=UTF-8',
    'log',
    '-z',
    // Otherwise git may print signatures in between, depending on its configuration.
    '--no-show-signature',
    '--first-parent',
    `--format=${FORMAT}`,
    commit,
    '--',
  ];
  const child = spawn('git', [...gitArguments(directory), ...args], {
    // By default git flushes after every commit, and a million small writes take longer than everything else.
    env: { ...programEnvironment(process.env, { kind: 'git' }), ...GIT_ENVIRONMENT, GIT_FLUSH: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  const ended = once(child, 'close');
  // A reader that stops early does not see the result.
  ended.catch(() => undefined);
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  try {
    yield* cardsIn(child.stdout);
    const [code] = await ended;
    if (code !== 0) throw gitFailed(args, onOneLine(complaint));
  } finally {
    child.kill();
  }
}

/** Parses cards from a byte stream, independent of chunk boundaries. */
export async function* cardsIn(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly CommitCard[]> {
  let rest: Buffer = Buffer.alloc(0);
  let fields: string[] = [];
  for await (const chunk of bytes) {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const cards: CommitCard[] = [];
    let start = 0;
    for (let end = data.indexOf(0); end !== -1; end = data.indexOf(0, start)) {
      // Decoded separately, so that a card does not keep the whole chunk in memory.
      fields.push(data.toString('utf8', start, Math.min(end, start + MAX_BYTES)));
      start = end + 1;
      if (fields.length === FIELDS) {
        cards.push(cardOf(fields));
        fields = [];
      }
    }
    rest = data.subarray(start);
    if (cards.length > 0) yield cards;
  }
}

function cardOf([hash = '', parents = '', subject = '', body = '']: readonly string[]): CommitCard {
  const [parent] = HASH.exec(parents) ?? [];
  return {
    commitHash: hash,
    parentCommitHash: parent ?? null,
    subject,
    changeSummary: onOneLine(body),
  };
}
