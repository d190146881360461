import {
  closeSync,
  constants,
  existsSync,
  type FSWatcher,
  fchmodSync,
  openSync,
  readSync,
  watch,
  writeSync,
} from 'node:fs';

/** A journal's branch has one of this many bells; branches that share one are checked together. */
const BELLS = 8192;
const WIDTH = 4;
/** The bell for changes other than the growth of one branch; the branches' bells follow it. */
const EVERYTHING = 0;
/** Writes within this time are announced together: an append does not wait for that. */
const RING_AFTER_MS = 2;
const PRIVATE = 0o600;

/** The marks that were made since the last check. */
export interface BellMarks {
  /** Whether nobody has rung, including this process. */
  readonly isSilent: boolean;
  /** Whether another process asks to check everything. */
  readonly everything: boolean;
  /** The bells that other processes rang. Each stands for a branch and those a multiple of `BELLS` after it. */
  readonly bells: readonly number[];
}

/**
 * A small file next to the store in which processes mark the branches they have written to, so that nobody has to
 * check all of them. Only a hint: marks may be lost with a process that died, and the file exists only once
 * somebody has listened.
 */
export class Doorbell {
  readonly #file: string;
  readonly #unrung = new Set<number>();
  readonly #pendingMarks = new Set<number>();
  readonly #known = new Int32Array(BELLS + 1);
  readonly #now = new Int32Array(BELLS + 1);
  #hasRung = false;
  #canWait = true;
  #handle: number | undefined;
  #watcher: FSWatcher | undefined;
  #ringing: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Starts listening: earlier marks are ignored. Returns whether that is possible here. */
  open(): boolean {
    this.#open(constants.O_CREAT);
    this.takeMarks();
    return this.#handle !== undefined;
  }

  /** Marks a branch for others; without one, asks them to check everything. */
  ring(branch?: number): void {
    this.#unrung.add(branch === undefined ? EVERYTHING : 1 + (branch % BELLS));
    this.#ringing ??= setTimeout(() => this.#ringNow(), RING_AFTER_MS).unref();
  }

  takeMarks(): BellMarks {
    this.#listen();
    const isSilent = this.#pendingMarks.size === 0 && !this.#hasRung;
    const everything = this.#pendingMarks.delete(EVERYTHING);
    const bells = [...this.#pendingMarks];
    this.#pendingMarks.clear();
    this.#hasRung = false;
    return { isSilent, everything, bells };
  }

  /** The branches that a bell stands for, of those up to the last. */
  static *branchesOf(bell: number, last: number): Generator<number> {
    for (let branch = bell - 1; branch <= last; branch += BELLS) yield branch;
  }

  get isWaiting(): boolean {
    return this.#watcher !== undefined;
  }

  /** Calls back when somebody rings. */
  waitFor(onRing: () => void): void {
    if (this.#watcher || !this.#canWait) return;
    try {
      this.#watcher = watch(this.#file, { persistent: false }, onRing);
      this.#watcher.on('error', () => this.#waitNoMore());
    } catch {
      this.#waitNoMore();
    }
  }

  stopWaiting(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  /** Writes pending marks, then stops. */
  close(): void {
    this.stopWaiting();
    if (this.#unrung.size > 0) this.#ringNow();
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  /** File watches may be exhausted, or unavailable on this file system. */
  #waitNoMore(): void {
    this.stopWaiting();
    this.#canWait = false;
  }

  #ringNow(): void {
    clearTimeout(this.#ringing);
    this.#ringing = undefined;
    const bells = [...this.#unrung];
    this.#unrung.clear();
    if (this.#handle === undefined && existsSync(this.#file)) this.#open(0);
    // First read what others have rung, so that it does not count as our own.
    this.#listen();
    if (this.#handle === undefined) return;
    this.#hasRung = true;
    try {
      for (const bell of bells) {
        this.#known[bell] = Math.random() * 2 ** 32;
        writeSync(this.#handle, this.#known, bell * WIDTH, WIDTH, bell * WIDTH);
      }
    } catch {
      // The disk is full, for example: others find the change by themselves.
    }
  }

  #listen(): void {
    if (this.#handle === undefined) return;
    const [known, now] = [this.#known, this.#now];
    let bytes: number;
    try {
      bytes = readSync(this.#handle, now, 0, now.byteLength, 0);
    } catch {
      return;
    }
    for (let bell = 0; bell * WIDTH < bytes; bell++) {
      if (now[bell] === known[bell]) continue;
      known[bell] = now[bell] ?? 0;
      this.#pendingMarks.add(bell);
    }
  }

  #open(flag: number): void {
    if (this.#handle !== undefined) return;
    try {
      this.#handle = openSync(this.#file, constants.O_RDWR | constants.O_NOFOLLOW | flag, PRIVATE);
      if (flag !== 0) fchmodSync(this.#handle, PRIVATE);
      readSync(this.#handle, this.#known, 0, this.#known.byteLength, 0);
    } catch {
      // Read-only, or another user's: others are not notified, and find changes by themselves.
    }
  }
}
