import { readFile } from '../api/client.ts';

/** Saves a response as a file; `usually` is its name if the response has none. */
export async function saveFile(path: string, usually: string): Promise<void> {
  const { bytes, name } = await readFile(path);
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name ?? usually;
  link.click();
  // The browser takes the address up after this, and not at once.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
