import { JournalError, shown } from './error.ts';
import { sha256 } from './integrity/sha256.ts';
import type { StoredSnapshot } from './store.ts';

const FOLD_NAME = /^[\x20-\x7e]{1,128}$/;

/** A fold's state after the fact at `seq`. `version` changes whenever the fold does. */
export interface Snapshot<State = unknown> {
  readonly name: string;
  readonly version: number;
  readonly seq: number;
  /** Any JSON value. */
  readonly state: State;
}

export function snapshotText({ name, version, seq, state }: Snapshot): StoredSnapshot {
  checkFoldName({ name, version });
  const text = jsonOf(state);
  if (text === undefined) {
    throw new JournalError('invalid-payload', {
      summary: `The state of snapshot ${name} is not a JSON value: ${shown(state)}.`,
      fix: 'Return plain data from the fold, or give runHandler a snapshot function that does.',
    });
  }
  return { name, version, seq, state: text };
}

/** Throws unless these can name a fold among a journal's snapshots. */
export function checkFoldName({
  name,
  version,
}: {
  readonly name: unknown;
  readonly version: unknown;
}): void {
  if (typeof name === 'string' && FOLD_NAME.test(name) && Number.isSafeInteger(version)) return;
  throw new JournalError('invalid-payload', {
    expected: 'a name of 1 to 128 printable ASCII characters and a version that is a whole number',
    actual: `${shown(name)}, version ${shown(version)}`,
    fix: 'Name the fold like "steps" and count its versions from 1.',
  });
}

function jsonOf(state: unknown): string | undefined {
  try {
    return JSON.stringify(state);
  } catch {
    return undefined;
  }
}

/**
 * A checksum of a snapshot and the hash of the fact it was taken at. A store keeps it with the snapshot and ignores
 * a snapshot that no longer matches.
 */
export function snapshotChecksum({ name, version, seq, state }: StoredSnapshot, factHash: string): string {
  return sha256(`${name}\n${version}\n${seq}\n${factHash}\n${state}`);
}

/** `undefined` for a damaged snapshot: it is derived data, which a replay creates again. */
export function snapshotFrom({ name, version, seq, state }: StoredSnapshot): Snapshot | undefined {
  try {
    return { name, version, seq, state: JSON.parse(state) };
  } catch {
    return undefined;
  }
}

/**
 * Which of these snapshots (seqs in any order) to drop. One is kept for each doubling of the distance to the
 * newest, so that going back in time is fast and storage does not grow quadratically.
 */
export function snapshotsToDrop(seqs: readonly number[]): number[] {
  const newest = Math.max(...seqs);
  const kept = new Set<number>();
  return seqs
    .toSorted((a, b) => a - b)
    .filter((seq) => {
      const doubling = seq === newest ? -1 : Math.floor(Math.log2(newest - seq));
      if (kept.has(doubling)) return true;
      kept.add(doubling);
      return false;
    });
}
