import { ChartLine, Table } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { BlockActions } from './block-actions.tsx';
import { BlockFrame } from './block-frame.tsx';
import { cellText } from './cell-value.tsx';
import { ChartPlot } from './chart-plot.tsx';
import { type ChartData, type ChartScale, chartScale } from './chart-scale.ts';
import { keyed } from './keyed.ts';
import { ScrollArea } from './scroll-area.tsx';
import { seriesColour } from './series-colours.ts';

const KINDS: Readonly<Record<ChartData['kind'], string>> = {
  line: 'Line chart',
  bar: 'Bar chart',
  points: 'Scatter chart',
};

/** Numbers as lines, bars or points, or as a table. */
export function ChartBlock({ block }: { readonly block: ChartData }) {
  const { title, kind, x, y } = block;
  const scale = useMemo(() => chartScale(block), [block]);
  const [asTable, setAsTable] = useState(false);
  const [column, setColumn] = useState<number>();
  const isEmpty = scale.columns.length === 0;
  const Icon = asTable ? ChartLine : Table;
  return (
    <BlockFrame
      title={title}
      label={KINDS[kind]}
      framed
      aside={
        !isEmpty && (
          <Button look="quiet" className="-mr-2 px-2!" onClick={() => setAsTable(!asTable)}>
            <Icon size={14} aria-hidden />
            {asTable ? 'Show chart' : 'Show table'}
          </Button>
        )
      }
    >
      {isEmpty && <p className="px-3 py-2 text-small text-soft">No values yet.</p>}
      {!isEmpty && asTable && <ValueTable scale={scale} x={x} title={title} />}
      {!isEmpty && !asTable && (
        <>
          <Legend scale={scale} column={column} {...(scale.series.length === 1 && { y })} />
          <ChartPlot
            kind={kind}
            scale={scale}
            x={x}
            y={y}
            label={summary(block, scale)}
            column={column}
            onColumn={setColumn}
          />
        </>
      )}
      <SeriesActions block={block} />
    </BlockFrame>
  );
}

function summary({ title, kind, x, y }: ChartData, { columns, series, min, max }: ChartScale): string {
  const axes = [x && `${x} from ${columns[0]?.label} to ${columns.at(-1)?.label}`, y && `${y} up to ${max}`];
  return [
    `${KINDS[kind]}${title ? `: ${title}` : ''}`,
    series.map(({ name }) => name).join(', '),
    ...axes.filter(Boolean),
    ...(y ? [] : [`values from ${min} to ${max}`]),
  ].join('. ');
}

/** The names of the series, with their values in the column under the pointer. */
function Legend({
  scale: { series, columns },
  column,
  y,
}: {
  readonly scale: ChartScale;
  readonly column: number | undefined;
  readonly y?: string | undefined;
}) {
  const at = column === undefined ? undefined : columns[column];
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 px-3 pt-2 text-meta">
      {keyed(series, ({ name }) => name).map(({ key, item: { name, values } }, index) => (
        <span key={key} className="inline-flex min-w-0 items-center gap-1.5">
          <SeriesMark index={index} />
          <span className="min-w-0 break-words">{name || y || 'Values'}</span>
          {column !== undefined && (
            <span className="font-medium tabular-nums">{cellText(values[column] ?? null) || '–'}</span>
          )}
        </span>
      ))}
      {at && <span className="ml-auto text-soft tabular-nums">{at.label}</span>}
    </p>
  );
}

/** The actions of each series. */
function SeriesActions({ block: { series, y } }: { readonly block: ChartData }) {
  if (series.every(({ actions = [] }) => actions.length === 0)) return null;
  return (
    <ul
      aria-label="Series"
      className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t px-3 py-2 text-meta"
    >
      {keyed(series, ({ name }) => name).map(({ key, item: { name, actions = [] } }, index) =>
        actions.length === 0 ? null : (
          <li key={key} className="flex min-w-0 flex-wrap items-center gap-1.5">
            <SeriesMark index={index} />
            <span dir="auto" className="min-w-0 break-words">
              {name || y || 'Values'}
            </span>
            <BlockActions actions={actions} subject={name || y || 'Values'} className="ml-1" />
          </li>
        ),
      )}
    </ul>
  );
}

function SeriesMark({ index }: { readonly index: number }) {
  return (
    <span
      aria-hidden
      className="size-2.5 shrink-0 rounded-sm bg-current"
      style={{ color: seriesColour(index) }}
    />
  );
}

function ValueTable({
  scale: { columns, series },
  x,
  title,
}: {
  readonly scale: ChartScale;
  readonly x: string | undefined;
  readonly title: string | undefined;
}) {
  return (
    <ScrollArea label={title ?? 'Values'} className="max-h-72">
      <table className="w-full border-collapse text-small">
        <thead className="sticky top-0 bg-panel text-meta text-soft">
          <tr>
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              {x ?? <span className="sr-only">Column</span>}
            </th>
            {keyed(series, ({ name }) => name).map(({ key, item }) => (
              <th key={key} scope="col" className="px-3 py-1.5 text-right font-medium">
                {item.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(columns, ({ label }) => label).map((column, row) => (
            <tr key={column.key} className="border-t">
              <th scope="row" className="px-3 py-1 text-left font-normal">
                {column.item.label}
              </th>
              {keyed(series, ({ name }) => name).map(({ key, item: { values } }) => (
                <td key={key} className="px-3 py-1 text-right tabular-nums">
                  {cellText(values[row] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
