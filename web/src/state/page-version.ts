import { create } from 'zustand';
import { readText } from '../api/client.ts';

/** Whether the server has another version of the page, for example after an update. */
export const usePageVersion = create<{ readonly isOld: boolean }>(() => ({ isOld: false }));

/** Checks which version of the page the server has, now or when it can be reached again. */
export async function checkPage(): Promise<void> {
  const served = await readText('/').catch(() => undefined);
  if (served !== undefined) usePageVersion.setState({ isOld: isOther(served, scriptsOf(document)) });
}

/** The names of scripts contain a hash of their content. */
export function isOther(served: string, scripts: readonly string[]): boolean {
  return scripts.some((script) => !served.includes(script));
}

function scriptsOf(page: Document): readonly string[] {
  return [...page.querySelectorAll('script[type=module][src]')].map(
    (script) => script.getAttribute('src') ?? '',
  );
}
