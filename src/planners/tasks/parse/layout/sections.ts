import { type Context, contextUnder } from '../entries/context.ts';
import { attachmentsIn } from '../spans/attachments.ts';
import type { Block, Heading } from './outline.ts';
import { roleNamed } from './section-roles.ts';

/**
 * The context that each heading gives to the steps below. A heading that is the only one of its level is a title: it
 * distinguishes no steps, and is part of the context only if it contains links.
 */
export function sectionContexts(blocks: readonly Block[]): Map<Heading, Context> {
  const headings = blocks.filter((block) => block.type === 'heading');
  const perLevel = new Map<number, number>();
  for (const { level } of headings) perLevel.set(level, (perLevel.get(level) ?? 0) + 1);

  const contexts = new Map<Heading, Context>();
  const path: { readonly level: number; readonly context: Context }[] = [];
  for (const heading of headings) {
    while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
    const outer = path.at(-1)?.context ?? '';
    const role = roleNamed(heading.text);
    const tellsApart =
      role !== 'tasks' &&
      role !== 'done' &&
      ((perLevel.get(heading.level) ?? 0) > 1 || attachmentsIn(heading.text).length > 0);
    const context = tellsApart ? contextUnder(outer, heading.text).context : outer;
    path.push({ level: heading.level, context });
    contexts.set(heading, context);
  }
  return contexts;
}
