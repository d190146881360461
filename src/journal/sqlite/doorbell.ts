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

/** A journal's branch has one of so many bells; those that share one are looked at together. */
const BELLS = 8192;
const WIDTH = 4;
/** The bell for whatever is not the growth of one branch; theirs come after it. */
const EVERYTHING = 0;
/** What is written within this time is told of at once: an append does not wait for it. */
const RING_AFTER_MS = 2;
const PRIVATE = 0o600;

/** What was rung since it was listened to last. */
export interface Rung {
  /** Whether nobody has rung, this process included. */
  readonly isSilent: boolean;
  /** Whether another process wants everything to be looked at. */
  readonly everything: boolean;
  /** What other processes rang. Each stands for a branch and for those a multiple of `BELLS` behind it. */
  readonly bells: readonly number[];
}

/**
 * A small file beside the store in which processes tell each other which branches they have written to, so that nobody
 * has to look at all of them: some bytes for each, changed by whoever writes. A hint, never the truth: it may be lost with a process
 * that died, and it is there only once somebody has listened.
 */
export class Doorbell {
  readonly #file: string;
  readonly #unrung = new Set<number>();
  readonly #unheard = new Set<number>();
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

  /** Begins to listen: what was rung before is not heard. Whether that can be done here. */
  open(): boolean {
    this.#open(constants.O_CREAT);
    this.heard();
    return this.#handle !== undefined;
  }

  /** Tells others of a branch; without one, that they should look at everything. */
  ring(branch?: number): void {
    this.#unrung.add(branch === undefined ? EVERYTHING : 1 + (branch % BELLS));
    this.#ringing ??= setTimeout(() => this.#ringNow(), RING_AFTER_MS).unref();
  }

  heard(): Rung {
    this.#listen();
    const isSilent = this.#unheard.size === 0 && !this.#hasRung;
    const everything = this.#unheard.delete(EVERYTHING);
    const bells = [...this.#unheard];
    this.#unheard.clear();
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

  /** Calls when something is rung, by whomever. */
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

  /** Rings what is to be rung still, and rings no more. */
  close(): void {
    this.stopWaiting();
    if (this.#unrung.size > 0) this.#ringNow();
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  /** There may be no more watches to have, or none at all on this file system. */
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
    // First what others have rung: it must not pass for one's own.
    this.#listen();
    if (this.#handle === undefined) return;
    this.#hasRung = true;
    try {
      for (const bell of bells) {
        this.#known[bell] = Math.random() * 2 ** 32;
        writeSync(this.#handle, this.#known, bell * WIDTH, WIDTH, bell * WIDTH);
      }
    } catch {
      // The disk is full, say: others find out for themselves.
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
      this.#unheard.add(bell);
    }
  }

  #open(flag: number): void {
    if (this.#handle !== undefined) return;
    try {
      this.#handle = openSync(this.#file, constants.O_RDWR | constants.O_NOFOLLOW | flag, PRIVATE);
      if (flag !== 0) fchmodSync(this.#handle, PRIVATE);
      readSync(this.#handle, this.#known, 0, this.#known.byteLength, 0);
    } catch {
      // Read-only, or another's: others are not told then, and find out for themselves.
    }
  }
}
