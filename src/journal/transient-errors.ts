import { JournalError } from './error.ts';

/** Whether an operation failed only because the store is temporarily unreachable. */
export function isTransientStoreError(error: unknown): boolean {
  return (
    error instanceof JournalError && (error.code === 'store-unreachable' || error.code === 'store-locked')
  );
}
