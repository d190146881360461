import { access, constants, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Attachments } from '../../../../journal/attachments.ts';
import { isWayfoldError } from '../../../../journal/error.ts';
import { verifyStore } from '../../../../journal/integrity/verification.ts';
import type { FactStore } from '../../../../journal/store.ts';
import { locationName, type StoreLocation, storeExists, storeVersion } from '../../config/store-location.ts';
import { type Invocation, orInterrupted, withStore } from '../../invocation.ts';
import { byteSize } from '../../terminal/text/byte-size.ts';
import { pluralize } from '../../terminal/text/pluralize.ts';
import type { Finding } from './finding.ts';

const LITTLE_DISK_BYTES = 200_000_000;

export async function checkDataDirectory(location: StoreLocation): Promise<Finding[]> {
  if (location.type === 'postgres') return [];
  const directory = resolve(location.data);
  try {
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return [
      isMissing
        ? { check: 'data', state: 'ok', text: `no ${location.data} yet; the first append creates it` }
        : {
            check: 'data',
            state: 'fail',
            text: `${location.data} cannot be written to`,
            fix: `Check who owns ${directory}, or choose another directory with --data.`,
          },
    ];
  }
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  const data: Finding = { check: 'data', state: 'ok', text: `${location.data} can be written to` };
  return [
    data,
    free < LITTLE_DISK_BYTES
      ? { check: 'disk', state: 'warn', text: `only ${byteSize(free)} free`, fix: 'Make room on this disk.' }
      : { check: 'disk', state: 'ok', text: `${byteSize(free)} free` },
  ];
}

/** The checks of a store besides opening it. */
interface StoreChecks {
  readonly verify?: boolean;
  readonly collect?: boolean;
  /** Also collects recently added attachments. */
  readonly now?: boolean;
}

/** Opens the store if there is one, and reports its contents. */
export async function* checkStore(invocation: Invocation, options: StoreChecks): AsyncGenerator<Finding> {
  const { location } = invocation;
  if (!storeExists(location)) {
    yield { check: 'store', state: 'ok', text: 'no store yet' };
    return;
  }
  try {
    const findings = await withStore(invocation, { create: false }, (store) =>
      inspect(invocation, store, options),
    );
    yield* findings;
  } catch (error) {
    if (!isWayfoldError(error)) throw error;
    const { code, summary, fix } = error;
    yield { check: 'store', state: 'fail', text: `${locationName(location)}: ${summary} [${code}]`, fix };
  }
}

async function inspect(
  { location, signal, clock }: Invocation,
  store: FactStore,
  { verify, collect, now }: StoreChecks,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (collect) {
    const { count, bytes } = await new Attachments(store, clock).collect(now ? { graceMs: 0 } : {});
    findings.push({
      check: 'collect',
      state: 'ok',
      text: `removed ${pluralize(count, 'attachment')}, ${byteSize(bytes)}`,
    });
  }
  const { journals, facts, bytes, attachments, attachmentBytes } = await store.usage();
  const content = `${pluralize(journals, 'journal')}, ${pluralize(facts, 'fact')}, ${byteSize(bytes)}`;
  const attached = `${pluralize(attachments, 'attachment')} (${byteSize(attachmentBytes)})`;
  const where = `${locationName(location)} (version ${await storeVersion(location)})`;
  findings.push({ check: 'store', state: 'ok', text: `${where}: ${content}, ${attached}` });
  if (verify) findings.push(await verifyAll(store, signal));
  return findings;
}

async function verifyAll(store: FactStore, signal: AbortSignal): Promise<Finding> {
  const { ok, journals, damaged, damage } = await orInterrupted(verifyStore(store), signal);
  if (ok) return { check: 'chains', state: 'ok', text: `${pluralize(journals, 'hash chain')} intact` };
  const named = damaged.slice(0, 5).map(({ id, firstBad }) => (firstBad ? `${id} at seq ${firstBad}` : id));
  const texts = [
    ...(damaged.length > 0
      ? [`${damaged.length} of ${pluralize(journals, 'journal')} damaged: ${named.join(', ')}`]
      : []),
    ...damage.slice(0, 5),
  ];
  return {
    check: 'chains',
    state: 'fail',
    text: texts.join('; '),
    fix: 'Restore them from an export: wayfold journal import FILE --as NEW-ID',
  };
}
