/** The JSON values that stand on lines of their own, as coding CLIs write events. Other lines are passed over. */
export function eventsIn(stdout: string): readonly unknown[] {
  return stdout.split('\n').flatMap((line) => {
    if (!line.trimStart().startsWith('{')) return [];
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}
