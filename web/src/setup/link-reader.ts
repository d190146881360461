import { withRetries } from '../ui/lazy-part.tsx';

/**
 * The code for links. It is loaded on demand, and only after its schema library was told not to generate code at run
 * time, which the page's policy forbids.
 */
export async function loadLinks(): Promise<typeof import('./deep-link.ts')> {
  return await withRetries(async () => {
    const { config } = await import('zod');
    config({ jitless: true });
    return await import('./deep-link.ts');
  });
}
