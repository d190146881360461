import { lstatSync } from 'node:fs';
import { mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { makePrivateDirectory } from '../../../../journal/private-directory.ts';
import { programEnvironment } from '../../../../machine/program-environment.ts';
import { ServerError } from '../../error.ts';

interface ExampleCommit {
  readonly subject: string;
  readonly files: Readonly<Record<string, string>>;
  /** The branch of the commit, created from `main`. */
  readonly branch?: string;
}

const COMMITS: readonly ExampleCommit[] = [
  {
    subject: 'Add up the prices of a basket',
    files: {
      'basket.js':
        'export function total(items) {\n  let sum = 0;\n  for (const { price } of items) sum += price;\n  return sum;\n}\n',
      'README.md': '# Basket\n\nAdds up what is in a shopping basket.\n',
    },
  },
  {
    subject: 'Test the total',
    files: {
      'basket.test.js':
        "import { strict as assert } from 'node:assert';\nimport { test } from 'node:test';\nimport { total } from './basket.js';\n\ntest('prices are added up', () => {\n  assert.equal(total([{ price: 2 }, { price: 3 }]), 5);\n});\n",
    },
  },
  {
    subject: 'Count in cents, so that nothing is lost in rounding',
    branch: 'cents',
    files: {
      'basket.js':
        'export function total(items) {\n  let cents = 0;\n  for (const { price } of items) cents += Math.round(price * 100);\n  return cents / 100;\n}\n',
    },
  },
  {
    subject: 'Take how many of each there are',
    files: {
      'basket.js':
        'export function total(items) {\n  let sum = 0;\n  for (const { price, count = 1 } of items) sum += price * count;\n  return sum;\n}\n',
    },
  },
];

const NAME = 'basket';

/** The branch with the ideas that the example plan may reuse. */
export const INSPIRING_BRANCH = 'cents';

// Fixed settings and a fixed name, so that the example is the same everywhere.
const GIT_ENV = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'Wayfold example',
  GIT_AUTHOR_EMAIL: 'example@wayfold.invalid',
  GIT_COMMITTER_NAME: 'Wayfold example',
  GIT_COMMITTER_EMAIL: 'example@wayfold.invalid',
};

/** The repository of the example, in a folder that only this user can write to. */
export class ExampleRepository {
  readonly #trust: (root: string) => void;
  #folder: string | undefined;
  #temporary: string | undefined;

  /** Uses a temporary directory if no folder is given. Calls `trust` with a repository once it may be planned for. */
  constructor(folder: string | undefined, trust: (root: string) => void) {
    this.#folder = folder;
    this.#trust = trust;
    // A repository that an earlier server created stays available.
    if (folder !== undefined && isOurs(folder) && isOurs(join(folder, NAME))) trust(join(folder, NAME));
  }

  /** The path of the repository, which is created on first use. */
  async path(): Promise<string> {
    const folder = await this.#privateFolder();
    const repository = join(folder, NAME);
    if (lstatSync(repository, { throwIfNoEntry: false }) === undefined) await make(folder, repository);
    if (!isOurs(repository)) throw notOurs(repository);
    this.#trust(repository);
    return repository;
  }

  /** Removes temporary files. */
  async close(): Promise<void> {
    if (this.#temporary !== undefined) await rm(this.#temporary, { recursive: true, force: true });
  }

  async #privateFolder(): Promise<string> {
    if (this.#folder === undefined) {
      this.#temporary = await realpath(await mkdtemp(join(tmpdir(), 'wayfold-examples-')));
      this.#folder = this.#temporary;
    }
    makePrivateDirectory(this.#folder);
    if (!isOurs(this.#folder)) throw notOurs(this.#folder);
    return this.#folder;
  }
}

const OTHERS_MAY_WRITE = 0o022;

/**
 * Anyone can choose a directory's name, so ownership is checked: it must belong to this user and be writable by nobody
 * else.
 */
function isOurs(directory: string): boolean {
  const stats = lstatSync(directory, { throwIfNoEntry: false });
  const user = process.getuid?.();
  if (!stats?.isDirectory()) return false;
  return user === undefined || (stats.uid === user && (stats.mode & OTHERS_MAY_WRITE) === 0);
}

function notOurs(directory: string): ServerError {
  return new ServerError('invalid-request', {
    summary: `${directory} does not belong to this server alone: others made it, or may change it.`,
    fix: 'Remove it, or try another example.',
  });
}

async function make(folder: string, repository: string): Promise<void> {
  const fresh = await mkdtemp(join(folder, 'new-'));
  try {
    await fill(fresh);
    // If two processes create it at once, the first one wins; both are the same.
    await rename(fresh, repository).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function fill(cwd: string): Promise<void> {
  const git = async (...args: string[]): Promise<void> => {
    try {
      const env = { ...programEnvironment(process.env), ...GIT_ENV };
      await execa('git', args, { cwd, env, extendEnv: false });
    } catch (cause) {
      throw new ServerError('invalid-request', {
        summary: `git could not make the repository of the example: ${cause instanceof Error ? cause.message.slice(0, 200) : String(cause)}.`,
        fix: 'Install git, or try another example.',
        cause,
      });
    }
  };
  await git('init', '--quiet', '--initial-branch', 'main');
  for (const { subject, files, branch } of COMMITS) {
    if (branch !== undefined) await git('checkout', '--quiet', '-b', branch);
    for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text);
    await git('add', '--all');
    await git('commit', '--quiet', '--message', subject);
    if (branch !== undefined) await git('checkout', '--quiet', 'main');
  }
}
