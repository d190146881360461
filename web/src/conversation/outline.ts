/** A piece of what a planner wrote: a title, a list, or plain lines. */
export type OutlineBlock = {
  /** The number of its first line. */
  readonly line: number;
} & (
  | { readonly type: 'title'; readonly text: string; readonly level: number }
  | { readonly type: 'list'; readonly items: readonly string[] }
  | { readonly type: 'lines'; readonly text: string }
);

const TITLE = /^(#{1,6}) (.+)$/;
const ITEM = /^[-*] (.+)$/;

/** The titles and lists that planners write, apart from everything else, which stays as it is. */
export function outlineOf(text: string): readonly OutlineBlock[] {
  const blocks: OutlineBlock[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    const last = blocks.at(-1);
    const [, marks, title] = TITLE.exec(line) ?? [];
    const [, item] = ITEM.exec(line) ?? [];
    if (title !== undefined) blocks.push({ line: at, type: 'title', text: title, level: marks?.length ?? 1 });
    else if (item !== undefined && last?.type === 'list')
      blocks[blocks.length - 1] = { ...last, items: [...last.items, item] };
    else if (item !== undefined) blocks.push({ line: at, type: 'list', items: [item] });
    else if (last?.type === 'lines') blocks[blocks.length - 1] = { ...last, text: `${last.text}\n${line}` };
    else if (line.trim() !== '') blocks.push({ line: at, type: 'lines', text: line });
  }
  return blocks.map((block) => (block.type === 'lines' ? { ...block, text: block.text.trimEnd() } : block));
}
