import { withRetries } from '../ui/lazy-part.tsx';

/** What reads and writes links. It is loaded when there is one. */
export async function loadLinks(): Promise<typeof import('./deep-link.ts')> {
  return await withRetries(() => import('./deep-link.ts'));
}
