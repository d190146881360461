import { withRetries } from '../ui/lazy-part.tsx';

/** The code for links, loaded on demand. */
export async function loadLinks(): Promise<typeof import('./deep-link.ts')> {
  return await withRetries(() => import('./deep-link.ts'));
}
