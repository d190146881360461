/** Beyond this, only the end of a stream is read, where the answer is. */
const MAX_READ = 8 * 1024 * 1024;

/** The JSON values on separate lines, as coding CLIs write events. Other lines are skipped. */
export function eventsIn(stdout: string): readonly unknown[] {
  return stdout
    .slice(-MAX_READ)
    .split('\n')
    .flatMap((line) => {
      const text = line.trim();
      if (!text.startsWith('{') || !text.endsWith('}')) return [];
      try {
        return [JSON.parse(text)];
      } catch {
        return [];
      }
    });
}
