/** A part of a rollup: its title and its lines. */
export interface RollupSection {
  readonly title: string | undefined;
  readonly lines: readonly string[];
}

/** The lines of a rollup by their headings, as a planner sees it. */
export function rollupSections(lines: readonly string[]): readonly RollupSection[] {
  const sections: { title: string | undefined; lines: string[] }[] = [];
  for (const line of lines) {
    const isItem = line.startsWith('- ');
    const isHeading = !isItem && line.endsWith(':');
    const last = sections.at(-1);
    if (isHeading) sections.push({ title: line.slice(0, -1), lines: [] });
    else if (isItem && last?.title !== undefined) last.lines.push(line.slice(2));
    else sections.push({ title: undefined, lines: [line] });
  }
  return sections;
}
