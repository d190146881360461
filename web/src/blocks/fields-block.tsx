import type { ViewBlock } from '../../../src/harness/module/view-block.ts';
import { BlockActions } from './block-actions.tsx';
import { BlockFrame } from './block-frame.tsx';
import { CellContent } from './cell-value.tsx';
import { keyed } from './keyed.ts';

/** Names and values. */
export function FieldsBlock({ block }: { readonly block: Extract<ViewBlock, { type: 'fields' }> }) {
  const { title, items } = block;
  return (
    <BlockFrame title={title} label="Fields">
      {items.length === 0 ? (
        <p className="text-small text-soft">No fields yet.</p>
      ) : (
        <dl className="@container flex flex-col text-small">
          {keyed(items, ({ label }) => label).map(({ key, item: { label, value, actions } }) => (
            <div
              key={key}
              className="flex min-h-8 flex-col gap-x-3 gap-y-0.5 border-b py-1.5 last:border-b-0 @sm:flex-row"
            >
              <dt dir="auto" className="shrink-0 text-soft break-words @sm:w-2/5 @sm:max-w-56">
                {label}
              </dt>
              <dd dir="auto" className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-2">
                <span className="min-w-0 break-words whitespace-pre-line">
                  <CellContent value={value} />
                </span>
                <BlockActions actions={actions} subject={label} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </BlockFrame>
  );
}
