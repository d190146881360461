import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { type ErrorReport, isWayfoldError, JournalError, WayfoldError } from './error.ts';
import { errorCodes, FREE_CODES } from './error-codes.ts';

const BAKERY_ERROR_CODES = errorCodes({
  'no-flour': { status: 503, exit: 'notFound' },
  'oven-broken': { status: 500, exit: 'damaged' },
});

class BakeryError extends WayfoldError<keyof typeof BAKERY_ERROR_CODES> {
  override readonly name = 'BakeryError';

  protected override get codes() {
    return BAKERY_ERROR_CODES;
  }
}

class FreeError extends WayfoldError {
  override readonly name = 'FreeError';

  protected override get codes() {
    return FREE_CODES;
  }
}

const report: ErrorReport = { expected: 'two bags', actual: 'none', fix: 'Order some.' };

describe('an error', () => {
  it('has the status and exit code that its code declares', () => {
    expect(new BakeryError('no-flour', report)).toMatchObject({
      code: 'no-flour',
      httpStatus: 503,
      exitCode: 3,
      page: 'docs/errors/no-flour.md',
    });
    expect(new BakeryError('oven-broken', report)).toMatchObject({ httpStatus: 500, exitCode: 5 });
  });

  it.each(['sold-out', 'constructor', ''])(
    'with the undeclared code "%s" is a refusal without a page',
    (code) => {
      const error = new FreeError(code, { summary: 'There is no bread left.' });
      expect(error).toMatchObject({ code, httpStatus: 409, exitCode: 4 });
      expect(error.page).toBeUndefined();
    },
  );

  it('tells what was expected, what was there and what to do', () => {
    const error = new BakeryError('no-flour', report);
    expect(error).toMatchObject(report);
    for (const part of Object.values(report)) expect(error.message).toContain(part);
    expect(error.message).toContain(error.summary);
    expect(error.message).toContain(error.page);
    expect(error.summary).not.toContain(error.fix);
  });

  it('may describe what happened in a single sentence', () => {
    const plain = { summary: 'The oven is cold.', fix: 'Heat it.' };
    const cause = new Error('no power');
    const error = new BakeryError('oven-broken', { ...plain, cause });
    expect(error).toMatchObject({
      ...plain,
      expected: '',
      actual: '',
      message: 'The oven is cold. Heat it.',
      cause,
    });
    expect(new BakeryError('oven-broken', { summary: 'The oven is cold.' })).toMatchObject({
      message: 'The oven is cold.',
      fix: '',
    });
  });

  it('keeps its declarations out of logs', () => {
    expect(Object.keys(new BakeryError('no-flour', report)).toSorted()).toEqual([
      'actual',
      'code',
      'expected',
      'fix',
      'name',
      'summary',
    ]);
  });
});

describe('isWayfoldError', () => {
  it('recognises errors of another copy of the package', async () => {
    vi.resetModules();
    const copy = await import('./error.ts');
    const error = new copy.JournalError('store-full', report);
    expect(error).not.toBeInstanceOf(WayfoldError);
    expect(isWayfoldError(error) && [error.code, error.httpStatus, error.exitCode]).toEqual([
      'store-full',
      507,
      6,
    ]);
    expect(copy.isWayfoldError(new JournalError('store-full', report))).toBe(true);
  });

  it.each([new Error('x'), { code: 'store-full', message: 'x' }, 'store-full', null, undefined])(
    'recognises nothing else: %s',
    (thrown) => {
      expect(isWayfoldError(thrown)).toBe(false);
    },
  );
});

describe('a declaration', () => {
  it('gives its codes their type', () => {
    expectTypeOf<keyof typeof BAKERY_ERROR_CODES>().toEqualTypeOf<'no-flour' | 'oven-broken'>();
    expectTypeOf<BakeryError['code']>().toEqualTypeOf<'no-flour' | 'oven-broken'>();
    // @ts-expect-error: this code is not declared.
    new BakeryError('no-butter', report);
  });

  it('without a status or an exit code does not compile', () => {
    // @ts-expect-error: no exit code.
    errorCodes({ 'no-flour': { status: 503 } });
    // @ts-expect-error: no status.
    errorCodes({ 'no-flour': { exit: 'notFound' } });
    // @ts-expect-error: no status of an error.
    errorCodes({ 'no-flour': { status: 200, exit: 'notFound' } });
    // @ts-expect-error: no exit code of an error.
    errorCodes({ 'no-flour': { status: 503, exit: 'ok' } });
  });

  it('that lacks a code of its class does not compile', () => {
    class Unbaked extends WayfoldError<'no-butter' | 'no-flour'> {
      // @ts-expect-error: nothing is declared for `no-butter`.
      protected override get codes() {
        return BAKERY_ERROR_CODES;
      }
    }
    class Uncoded extends WayfoldError<'no-butter'> {
      // @ts-expect-error: a code that is known must be declared.
      protected override get codes() {
        return FREE_CODES;
      }
    }
    // @ts-expect-error: it does not tell its declarations.
    class Undeclared extends WayfoldError<'no-butter'> {}
    expect([Unbaked, Uncoded, Undeclared]).toHaveLength(3);
  });
});
