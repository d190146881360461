import { JsonTree } from '../journal/json-tree.tsx';
import { BlockFrame } from './block-frame.tsx';
import { ScrollArea } from './scroll-area.tsx';

/** A JSON value that can be unfolded. */
export function JsonBlock({
  title,
  value,
}: {
  readonly title?: string | undefined;
  readonly value: unknown;
}) {
  return (
    <BlockFrame title={title} label="JSON" framed>
      <ScrollArea label={title ?? 'JSON'} className="max-h-96">
        <div className="px-3 py-2">
          {typeof value === 'object' && value !== null ? (
            <JsonTree value={Object.fromEntries(Object.entries(value))} />
          ) : (
            <p className="font-mono text-meta break-words whitespace-pre-wrap">{JSON.stringify(value)}</p>
          )}
        </div>
      </ScrollArea>
    </BlockFrame>
  );
}
