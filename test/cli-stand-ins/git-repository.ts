import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Git as in an empty home: no configuration but what the test says. */
const ENVIRONMENT = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
};

/** A repository in a temporary directory. */
export class GitRepository {
  readonly directory: string;
  #clock = 1_700_000_000;

  constructor() {
    this.directory = mkdtempSync(join(tmpdir(), 'wayfold-repository-'));
    this.git('init', '--quiet', '--initial-branch=main');
  }

  git(...args: readonly string[]): string {
    const date = `${this.#clock++} +0000`;
    const env = { ...ENVIRONMENT, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    return execFileSync('git', args, {
      cwd: this.directory,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  }

  write(path: string, text: string): void {
    const file = join(this.directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Commits everything and returns the hash. */
  commit(message: string, files: Readonly<Record<string, string>> = {}): string {
    for (const [path, text] of Object.entries(files)) this.write(path, text);
    this.git('add', '-A');
    this.git('commit', '--quiet', '--allow-empty', '-m', message);
    return this.git('rev-parse', 'HEAD');
  }

  /** All that must stay as it was: what is checked out, what is staged, where branches are, and which worktrees exist. */
  state(): string {
    return [
      this.git('status', '--porcelain=v1', '--branch', '--ignored'),
      this.git('show-ref'),
      this.git('worktree', 'list', '--porcelain'),
      this.git('diff', 'HEAD'),
      this.git('stash', 'list'),
    ].join('\n');
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}
