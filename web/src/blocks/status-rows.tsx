import type { ViewBlock } from '../../../src/harness/module/view-block.ts';
import { classes } from '../ui/classes.ts';
import { BlockActions } from './block-actions.tsx';
import { BlockFrame } from './block-frame.tsx';
import { CellContent, cellText } from './cell-value.tsx';
import { keyed } from './keyed.ts';
import { ShowMore, useFirst } from './show-more.tsx';
import { stepLook } from './step-look.ts';

const ROWS_AT_ONCE = 100;

/** Table rows with a status: the first cell is the name, the others are details. */
export function StatusRows({ block }: { readonly block: Extract<ViewBlock, { type: 'table' }> }) {
  const { title, rows } = block;
  const [head, ...columns] = keyed(block.columns, ({ key }) => key);
  const { first, hidden, showMore } = useFirst(
    keyed(rows, ({ id }) => id ?? 'row'),
    ROWS_AT_ONCE,
  );
  return (
    <BlockFrame title={title} label="Table" framed>
      <ul aria-label={title ?? 'Table'} className="text-small">
        {first.map(({ key, item: { cells, status = 'pending', actions } }) => {
          const { icon: Icon, colour } = stepLook(status);
          const name = cells[head?.item.key ?? ''];
          return (
            <li
              key={key}
              className="flex flex-wrap items-start gap-x-3 gap-y-1.5 border-t px-3 py-2 first:border-t-0"
            >
              <Icon size={16} aria-hidden className={classes('mt-px shrink-0', colour)} />
              <div className="flex min-w-48 flex-1 flex-col gap-0.5">
                <p dir="auto" className="break-words whitespace-pre-line">
                  <CellContent value={name} />
                </p>
                <dl className="flex flex-wrap gap-x-3 text-meta">
                  {columns.map(({ key: id, item: { key: column, label } }) =>
                    cellText(cells[column]) === '' ? null : (
                      <div key={id} className="flex min-w-0 gap-1">
                        <dt className="shrink-0 text-soft">{label}:</dt>
                        <dd dir="auto" className="min-w-0 break-words whitespace-pre-line">
                          <CellContent value={cells[column]} />
                        </dd>
                      </div>
                    ),
                  )}
                </dl>
              </div>
              <BlockActions actions={actions} subject={cellText(name)} />
            </li>
          );
        })}
      </ul>
      <ShowMore hidden={hidden} noun="rows" onMore={showMore} />
    </BlockFrame>
  );
}
