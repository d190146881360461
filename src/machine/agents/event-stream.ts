/** Beyond this, only the end of a stream is read: that is where the answer stands. */
const MOST_READ = 8 * 1024 * 1024;

/** The JSON values that stand on lines of their own, as coding CLIs write events. Other lines are passed over. */
export function eventsIn(stdout: string): readonly unknown[] {
  return stdout
    .slice(-MOST_READ)
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
