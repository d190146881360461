const fetched = new Map<string, Promise<void>>();

/**
 * Imports a part of the page after fetching every file it needs. A browser never retries a module that could not be
 * fetched once; a file fetched beforehand comes from its cache.
 */
export async function fetchedImport<Part>(
  load: () => Promise<Part>,
  files: readonly string[] = [],
): Promise<Part> {
  await Promise.all(files.map(fetchOnce));
  return await load();
}

function fetchOnce(file: string): Promise<void> {
  const known = fetched.get(file);
  if (known) return known;
  const fetching = fetchFile(file).catch((error: unknown) => {
    fetched.delete(file);
    throw error;
  });
  fetched.set(file, fetching);
  return fetching;
}

async function fetchFile(file: string): Promise<void> {
  // What the document itself names is there already: this runs in it.
  if (document.querySelector(`script[src="/${file}"], link[href="/${file}"]`)) return;
  const response = await fetch(`/${file}`, { credentials: 'same-origin' });
  // Read to its end: an answer may break off in the middle.
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The server has no ${file}.`);
}
