import { TestingError } from '../error.ts';
import { inSetting, type MakeStore, type Setting } from './setting.ts';

/** The two functions that every test runner has. */
export interface TestRunner {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => Promise<void>, timeoutMs?: number): unknown;
}

/** A group of contract tests, each in its own setting. */
export interface Suite {
  describe(name: string, body: () => void): void;
  it(name: string, test: (setting: Setting) => Promise<void>): void;
}

const TIMEOUT_MS = 60_000;

export function suiteOver(makeStore: MakeStore, runner: TestRunner): Suite {
  return {
    describe: (name, body) => void runner.describe(name, body),
    it: (name, test) => void runner.it(name, () => inSetting(makeStore, test), TIMEOUT_MS),
  };
}

export function globalRunner(): TestRunner {
  const { describe, it } = globalThis as { describe?: unknown; it?: unknown };
  if (isFunction<TestRunner['describe']>(describe) && isFunction<TestRunner['it']>(it)) {
    return { describe, it };
  }
  throw new TestingError('no-test-runner', {
    expected: 'global functions describe and it',
    actual: `describe: ${typeof describe}, it: ${typeof it}`,
    fix: 'Pass { describe, it } from your test runner as the second argument.',
  });
}

function isFunction<F>(value: unknown): value is F {
  return typeof value === 'function';
}
