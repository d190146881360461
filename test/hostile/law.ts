import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect } from 'vitest';
import { isWayfoldError, type WayfoldError } from '../../src/journal/error.ts';

const RUNS = Math.max(1, Number(process.env.WAYFOLD_FUZZ_RUNS ?? 100));

/** How often something is tried: as often as WAYFOLD_FUZZ_RUNS says, or a share of that where one try takes long. */
export function runs(share = 1): fc.Parameters<unknown> {
  return { numRuns: Math.max(1, Math.round(RUNS * share)) };
}

const PAGES = new Set(readdirSync(new URL('../../docs/errors/', import.meta.url)));

/** Whether an error is one that somebody can look up. */
export function hasPage(code: string): boolean {
  return PAGES.has(`${code}.md`);
}

const SHARED = [Object, Array, Function, String, Number, Map, Promise].map(({ prototype }) => prototype);
const namesIn = () => SHARED.flatMap((prototype) => Reflect.ownKeys(prototype).map(String)).join();
const NAMES = namesIn();

/** Whatever was read, no object that has nothing to do with it looks different afterwards. */
export function expectNothingPolluted(): void {
  expect(Object({}).polluted).toBeUndefined();
  expect(namesIn()).toBe(NAMES);
}

/** What came of hostile input: a result, or a refusal with a code. */
export type Outcome<Result> =
  | { readonly type: 'result'; readonly result: Result }
  | { readonly type: 'refused'; readonly error: WayfoldError };

/**
 * The law for everything that takes input: it answers, or refuses with an error that has a code and a page. Whatever
 * else is thrown fails the test.
 */
export async function answerOrRefusal<Result>(
  read: () => Result | Promise<Result>,
): Promise<Outcome<Result>> {
  try {
    return { type: 'result', result: await read() };
  } catch (error) {
    if (!isWayfoldError(error)) throw error;
    expect(PAGES, `a page of the error ${error.code}`).toContain(`${error.code}.md`);
    expect(error.summary).not.toBe('');
    expect(error.fix).not.toBe('');
    return { type: 'refused', error };
  } finally {
    expectNothingPolluted();
  }
}

/** Holds something to the law, for any input; `check` looks at what came of it. */
export async function holdsFor<Input>(
  inputs: fc.Arbitrary<Input>,
  read: (input: Input) => unknown,
  { share = 1, check }: { share?: number; check?: (outcome: Outcome<unknown>, input: Input) => unknown } = {},
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(inputs, async (input) => {
      const outcome = await answerOrRefusal(() => read(input));
      await check?.(outcome, input);
    }),
    runs(share) as fc.Parameters<[Input]>,
  );
}
