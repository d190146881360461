/**
 * Text that somebody else wrote, between fences, so that it reads as data. The fence is longer than any run of its
 * character inside, so that nothing in the text can end it.
 */
export function fenced(lines: readonly string[]): readonly string[] {
  const longest = Math.max(0, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return [`${fence}data`, ...lines, fence];
}
