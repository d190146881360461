import type { ViewBlock } from '../../../src/harness/module/view-block.ts';
import { classes } from '../ui/classes.ts';
import { BlockActions } from './block-actions.tsx';
import { BlockFrame } from './block-frame.tsx';
import { CellContent, cellText } from './cell-value.tsx';
import { keyed } from './keyed.ts';
import { ScrollArea } from './scroll-area.tsx';
import { ShowMore, useFirst } from './show-more.tsx';
import { StatusRows } from './status-rows.tsx';

const ROWS_AT_ONCE = 100;
/** Longer texts get a column that is wide enough to read them in. */
const LONG_CELL = 24;

/** Rows and columns, which scroll on a narrow page. Rows with a status are shown as a list. */
export function TableBlock({ block }: { readonly block: Extract<ViewBlock, { type: 'table' }> }) {
  return block.rows.some(({ status }) => status) ? <StatusRows block={block} /> : <Table block={block} />;
}

function Table({ block }: { readonly block: Extract<ViewBlock, { type: 'table' }> }) {
  const { title, columns, rows } = block;
  const { first, hidden, showMore } = useFirst(
    keyed(rows, ({ id }) => id ?? 'row'),
    ROWS_AT_ONCE,
  );
  // The name of a single column says the same as the title.
  const isHeadless = Boolean(title) && columns.length === 1;
  const hasActions = rows.some(({ actions = [] }) => actions.length > 0);
  const columnsShown = keyed(columns, ({ key }) => key).map(({ key, item }) => ({
    ...item,
    id: key,
    isNumeric: rows.some(({ cells }) => typeof cells[item.key] === 'number'),
    isLong: rows.some(({ cells }) => cellText(cells[item.key]).length > LONG_CELL),
  }));
  return (
    <BlockFrame title={title} label="Table" framed>
      <ScrollArea label={title ?? 'Table'} className="max-h-[70vh]">
        <table aria-label={title ?? 'Table'} className="w-full border-collapse text-small">
          <thead className="sticky top-0 z-10 bg-panel">
            <tr>
              {columnsShown.map(({ id, label, isNumeric }) => (
                <th
                  key={id}
                  scope="col"
                  className={classes(
                    'text-meta font-medium whitespace-nowrap text-soft',
                    !isHeadless && 'px-3 py-1.5',
                    isNumeric ? 'text-right' : 'text-left',
                  )}
                >
                  {isHeadless ? <span className="sr-only">{label}</span> : label}
                </th>
              ))}
              {hasActions && (
                <th scope="col" className={isHeadless ? undefined : 'px-3 py-1.5'}>
                  <span className="sr-only">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody className={isHeadless ? '[&>tr:first-child]:border-t-0' : undefined}>
            {first.map(({ key, item: { cells, actions } }) => (
              <tr key={key} className="border-t hover:bg-hover">
                {columnsShown.map(({ id, key: column, isNumeric, isLong }) => (
                  <td
                    key={id}
                    dir="auto"
                    className={classes(
                      'max-w-96 px-3 py-1.5 align-top break-words whitespace-pre-line',
                      isLong ? 'min-w-48' : 'min-w-20',
                      isNumeric && 'text-right whitespace-nowrap! tabular-nums',
                    )}
                  >
                    <CellContent value={cells[column]} />
                  </td>
                ))}
                {hasActions && (
                  <td className="px-3 py-1 align-top">
                    <BlockActions
                      actions={actions}
                      subject={cellText(cells[columns[0]?.key ?? ''])}
                      className="w-max max-w-64 items-end"
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="border-t px-3 py-2 text-small text-soft">No rows yet.</p>}
      </ScrollArea>
      <ShowMore hidden={hidden} noun="rows" onMore={showMore} />
    </BlockFrame>
  );
}
