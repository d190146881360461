import { sessionPath } from '../api/client.ts';
import { saveFile } from './save-file.ts';

/** What to export, and how. */
export interface ExportRequest {
  readonly format: string;
  /** The options of the format. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** The moment to export; the present if absent. */
  readonly at?: number | undefined;
}

/** Saves a session as a file in one of its planner's formats. Throws an `ApiProblem` if there is nothing to save. */
export async function saveExport(id: string, { format, input = {}, at }: ExportRequest): Promise<void> {
  const entries = Object.entries(input).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const query = new URLSearchParams({
    ...Object.fromEntries(entries),
    ...(at !== undefined && { at: String(at) }),
  });
  await saveFile(
    sessionPath(id, `/exports/${encodeURIComponent(format)}?${query}`),
    `${id.replaceAll(':', '-')}.${format}`,
  );
}
