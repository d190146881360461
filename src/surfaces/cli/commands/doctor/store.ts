import { access, constants, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Attachments } from '../../../../journal/attachments.ts';
import { isWayfoldError } from '../../../../journal/error.ts';
import type { FactStore } from '../../../../journal/store.ts';
import { locationName, type StoreLocation, storeExists, storeVersion } from '../../config/store-location.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { byteSize } from '../../terminal/byte-size.ts';
import { pluralize } from '../../terminal/pluralize.ts';
import { verifications } from '../journal/verify.ts';
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
        ? { check: 'data', state: 'ok', text: `no ${location.data} yet; the first append makes it` }
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

/** Opens the store if there is one, and says what is in it. */
export async function* checkStore(
  invocation: Invocation,
  options: { readonly verify?: boolean; readonly collect?: boolean },
): AsyncGenerator<Finding> {
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
    const { code, expected, actual, fix } = error;
    const text = `${locationName(location)}: expected ${expected}; got ${actual} [${code}]`;
    yield { check: 'store', state: 'fail', text, fix };
  }
}

async function inspect(
  { location, signal, clock }: Invocation,
  store: FactStore,
  { verify, collect }: { readonly verify?: boolean; readonly collect?: boolean },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (collect) {
    const { count, bytes } = await new Attachments(store, clock).collect();
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
  const damaged: string[] = [];
  let count = 0;
  for await (const { id, ok, firstBad } of verifications(store, undefined, signal)) {
    count += 1;
    if (!ok) damaged.push(`${id} at seq ${firstBad}`);
  }
  if (damaged.length === 0)
    return { check: 'chains', state: 'ok', text: `${pluralize(count, 'hash chain')} intact` };
  return {
    check: 'chains',
    state: 'fail',
    text: `${damaged.length} of ${pluralize(count, 'journal')} damaged: ${damaged.slice(0, 5).join(', ')}`,
    fix: 'Bring them back from an export: wayfold journal import FILE --as NEW-ID',
  };
}
