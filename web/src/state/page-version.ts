import { create } from 'zustand';
import { readText } from '../api/client.ts';

/** Whether the server has another page than the one that is open, as after it was updated. */
export const usePageVersion = create<{ readonly isOld: boolean }>(() => ({ isOld: false }));

/** Looks which page the server has. One that cannot be asked is asked again when it is back. */
export async function checkPage(): Promise<void> {
  const served = await readText('/').catch(() => undefined);
  if (served !== undefined) usePageVersion.setState({ isOld: isOther(served, scriptsOf(document)) });
}

/** The names of scripts change with what is in them. */
export function isOther(served: string, scripts: readonly string[]): boolean {
  return scripts.some((script) => !served.includes(script));
}

function scriptsOf(page: Document): readonly string[] {
  return [...page.querySelectorAll('script[type=module][src]')].map(
    (script) => script.getAttribute('src') ?? '',
  );
}
