import { notify } from '../ui/toast.tsx';

/** Copies text to the clipboard and reports the result: browsers refuse it on pages without encryption. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ title: `${what} copied` });
  } catch {
    notify({ title: `${what} was not copied`, description: 'The browser does not allow it here.' });
  }
}
