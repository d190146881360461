import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { ServerError } from '../../error.ts';

interface ExampleCommit {
  readonly subject: string;
  readonly files: Readonly<Record<string, string>>;
  /** The branch that it is made on, which begins where `main` stands. */
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

/** The branch whose ideas the example plan may take up. */
export const INSPIRING_BRANCH = 'cents';

// Nobody's settings and nobody's name: the example is the same everywhere.
const GIT_ENV = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'Wayfold example',
  GIT_AUTHOR_EMAIL: 'example@wayfold.invalid',
  GIT_COMMITTER_NAME: 'Wayfold example',
  GIT_COMMITTER_EMAIL: 'example@wayfold.invalid',
};

/** A small repository to plan for, made when it is first wanted. */
export async function exampleRepository(folder: string): Promise<string> {
  const made = join(folder, 'basket');
  const isThere = await access(join(made, '.git')).then(
    () => true,
    () => false,
  );
  if (isThere) return made;
  const fresh = `${made}-${process.pid}`;
  await mkdir(fresh, { recursive: true });
  try {
    await fill(fresh);
    await mkdir(dirname(made), { recursive: true });
    // Of two that make it at once one comes first, and both are the same.
    await rename(fresh, made).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    return made;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function fill(cwd: string): Promise<void> {
  const git = async (...args: string[]): Promise<void> => {
    try {
      await execa('git', args, { cwd, env: GIT_ENV });
    } catch (cause) {
      throw new ServerError('invalid-request', {
        expected: 'git, to make the repository of the example with',
        actual: cause instanceof Error ? cause.message.slice(0, 200) : String(cause),
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
