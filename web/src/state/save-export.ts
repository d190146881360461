import { readFile, sessionPath } from '../api/client.ts';

/** What of a session is saved, and how. */
export interface WantedExport {
  readonly format: string;
  /** What the format is told. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** The moment that is saved; the present without it. */
  readonly at?: number | undefined;
}

/** Saves a session as a file in one of its planner's formats. Throws an `ApiProblem` where there is nothing to save. */
export async function saveExport(id: string, { format, input = {}, at }: WantedExport): Promise<void> {
  const told = Object.entries(input).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const query = new URLSearchParams({
    ...Object.fromEntries(told),
    ...(at !== undefined && { at: String(at) }),
  });
  const { bytes, name } = await readFile(sessionPath(id, `/exports/${encodeURIComponent(format)}?${query}`));
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name ?? `${id.replaceAll(':', '-')}.${format}`;
  link.click();
  // The browser takes the address up after this, and not at once.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
