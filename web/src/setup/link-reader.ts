import { withRetries } from '../ui/lazy-part.tsx';

/**
 * What reads and writes links. It is loaded when there is one, and never before the library that checks it was told to do
 * without code made at run time, which the page's policy forbids.
 */
export async function loadLinks(): Promise<typeof import('./deep-link.ts')> {
  return await withRetries(async () => {
    const { config } = await import('zod');
    config({ jitless: true });
    return await import('./deep-link.ts');
  });
}
