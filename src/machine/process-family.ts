import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { RunMark } from './run-mark.ts';

/** A process that was found may have started more before it was killed. */
const LOOKS = 5;

/** A process of this machine, from Linux's /proc. */
interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Whether it belongs to a user's terminal. */
  readonly hasTerminal: boolean;
  /** In ticks since boot: distinguishes processes with a reused pid. */
  readonly startedAt: string;
}

/**
 * A program with everything it started, on Linux: processes that carry its mark, descend from it, are in one of its
 * sessions or groups, or work in its private directory. A process that clears its environment, leaves the session,
 * loses its parent and leaves the directory between two scans is not found. On other systems nothing is.
 */
export class ProcessFamily {
  readonly #mark: RunMark;
  readonly #directory: string | undefined;
  /** The processes seen so far, by pid, with their start times. */
  readonly #members = new Map<number, string>();

  constructor({
    mark,
    pid,
    directory,
  }: {
    readonly mark: RunMark;
    readonly pid?: number | undefined;
    /** A directory that nobody else works in. */
    readonly directory?: string | undefined;
  }) {
    this.#mark = mark;
    this.#directory = directory;
    const startedAt = pid === undefined ? undefined : processStart(pid);
    if (pid !== undefined && startedAt !== undefined) this.#members.set(pid, startedAt);
  }

  /** Kills all of them. */
  endAll(): void {
    for (let look = 0; look < LOOKS; look++) {
      const found = this.look();
      if (found.length === 0) return;
      for (const pid of found) end(pid);
    }
  }

  /** The total memory of all of them, in bytes. */
  memory(): number {
    return this.look().reduce((sum, pid) => sum + residentBytes(pid), 0);
  }

  /** The pids that run now. They are tracked from now on, whatever they do. */
  look(): readonly number[] {
    if (process.platform !== 'linux') return [];
    const all = running().filter(({ pid }) => pid !== process.pid);
    const members = new Map(all.flatMap((each) => (this.#isKnown(each) ? [[each.pid, each] as const] : [])));
    const others = all.filter(({ pid }) => !members.has(pid));
    for (const each of others)
      if (this.#mark.isCarriedBy(each.pid) || this.#worksInDirectory(each)) members.set(each.pid, each);
    // Another process may have the pid of one that ended.
    const foreign = new Set(others.map(({ pid }) => pid));
    const isOwn = (leader: number) => this.#members.has(leader) && !foreign.has(leader);
    // Until no more are found: children may be listed before their parents.
    for (let size = -1; size !== members.size; ) {
      size = members.size;
      for (const each of others) {
        const { pid, parent, group, session } = each;
        if (members.has(parent) || isOwn(group) || isOwn(session)) members.set(pid, each);
      }
    }
    for (const { pid, startedAt } of members.values()) this.#members.set(pid, startedAt);
    return [...members.keys()];
  }

  #isKnown({ pid, startedAt }: Process): boolean {
    return this.#members.get(pid) === startedAt;
  }

  #worksInDirectory({ pid, hasTerminal }: Process): boolean {
    // Somebody's shell in that directory is not part of it.
    if (this.#directory === undefined || hasTerminal) return false;
    try {
      const place = readlinkSync(`/proc/${pid}/cwd`);
      return place === this.#directory || place.startsWith(`${this.#directory}/`);
    } catch {
      // It has ended, or belongs to another user.
      return false;
    }
  }
}

/** When a process started, in ticks since boot; `undefined` if it is gone or that cannot be read. */
export function processStart(pid: number): string | undefined {
  return process.platform === 'linux' ? processAt(String(pid))?.startedAt : undefined;
}

function running(): readonly Process[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (processAt(name) ?? []) : []));
}

function processAt(pid: string): Process | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name is in parentheses, and may contain some itself.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state, parent, group, session, terminal] = fields;
    if (state === 'Z' || state === 'X') return undefined;
    return {
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      hasTerminal: Number(terminal) !== 0,
      startedAt: fields[19] ?? '',
    };
  } catch {
    // It has ended.
    return undefined;
  }
}

function residentBytes(pid: number): number {
  try {
    const [, kilobytes = '0'] =
      /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    // It has ended.
    return 0;
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
