/**
 * Puts text that somebody else wrote between fences, to mark it as data. The fence is longer than any run of its
 * character in the text, so that the text cannot close it.
 */
export function fenced(lines: readonly string[]): readonly string[] {
  const longest = Math.max(0, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return [`${fence}data`, ...lines, fence];
}
