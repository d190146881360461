import { type OutlineBlock, outlineOf } from './outline.ts';

/** What a planner wrote, its titles and lists shown as such. */
export function OutlinedText({ text }: { readonly text: string }) {
  return outlineOf(text).map((block) => <Block key={block.line} block={block} />);
}

function Block({ block }: { readonly block: OutlineBlock }) {
  switch (block.type) {
    case 'title':
      return (
        <p dir="auto" className={block.level === 1 ? 'text-title font-semibold' : 'mt-1 font-semibold'}>
          {block.text}
        </p>
      );
    case 'list':
      return (
        <ul className="list-disc pl-5">
          {block.items.map((item) => (
            <li key={item} dir="auto" className="break-words">
              {item}
            </li>
          ))}
        </ul>
      );
    case 'lines':
      return (
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {block.text}
        </p>
      );
  }
}
