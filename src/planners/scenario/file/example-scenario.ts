import { readFile } from 'node:fs/promises';

const FOLDER = new URL('../../../../examples/scenarios/', import.meta.url);

/** The file of a built-in scenario, by id. */
export async function exampleScenario(id: string): Promise<Uint8Array> {
  try {
    return await readFile(new URL(`${id}.json`, FOLDER));
  } catch (cause) {
    throw new Error(`no scenario ${id} comes with Wayfold`, { cause });
  }
}
