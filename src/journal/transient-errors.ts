import { JournalError } from './error.ts';

/** Whether something failed only because the store cannot be reached just now: it says nothing about what was tried. */
export function isTransientStoreError(error: unknown): boolean {
  return (
    error instanceof JournalError && (error.code === 'store-unreachable' || error.code === 'store-locked')
  );
}
