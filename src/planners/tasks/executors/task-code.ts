import { outlineOf } from '../parse/layout/outline.ts';
import { codeSpans } from '../parse/spans/code-spans.ts';

/** Code in the text of a task: a fenced block, or inline with the preceding text. */
export interface TaskCode {
  readonly code: string;
  readonly before: string;
  /** The language of a block, `''` if none is given; undefined for inline code. */
  readonly language?: string;
}

const PROMPT = /^(?:\$|PS>)\s+(?=\S)/;
const FENCE = /^[^\S\n]*(?:`{3,}|~{3,})/m;

/** The code in a text, blocks first. Copied shell prompts are removed. */
export function codeIn(text: string): TaskCode[] {
  const blocks = outlineOf(text).flatMap((block) => (block.type === 'fence' ? [block] : []));
  const introduction = blocks.length === 0 ? text : text.slice(0, text.search(FENCE));
  const inline = codeSpans(text).filter(
    ({ start, content }) =>
      blocks.length === 0 ||
      !(text.startsWith('```', start) || blocks.some(({ code }) => code.includes(content))),
  );
  return [
    ...blocks.map(({ code, language }) => ({ code, language, before: introduction })),
    ...inline.map(({ content, start }) => ({ code: content, before: text.slice(0, start) })),
  ]
    .map((each) => ({ ...each, code: each.code.trim().replace(PROMPT, ''), before: each.before.trim() }))
    .filter(({ code }) => code !== '');
}
