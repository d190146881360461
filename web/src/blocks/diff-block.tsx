import { useMemo } from 'react';
import type { ViewBlock } from '../../../src/harness/module/view-block.ts';
import { classes } from '../ui/classes.ts';
import { BlockFrame } from './block-frame.tsx';
import { type DiffLine, diffCounts, diffLines } from './diff-lines.ts';
import { keyed } from './keyed.ts';
import { ScrollArea } from './scroll-area.tsx';
import { ShowMore, useFirst } from './show-more.tsx';

const LINES_AT_ONCE = 500;

const LOOKS: Readonly<
  Record<DiffLine['kind'], { readonly row: string; readonly sign: string; word?: string }>
> = {
  file: { row: 'bg-panel font-medium', sign: '' },
  hunk: { row: 'bg-calm-ground text-calm', sign: '' },
  added: { row: 'bg-good-ground text-good', sign: '+', word: 'Added' },
  removed: { row: 'bg-bad-ground text-bad', sign: '−', word: 'Removed' },
  same: { row: '', sign: '' },
  note: { row: 'text-soft', sign: '' },
};

/** A unified diff, coloured by line. */
export function DiffBlock({ block }: { readonly block: Extract<ViewBlock, { type: 'diff' }> }) {
  const { title, text } = block;
  const lines = useMemo(() => diffLines(text), [text]);
  const { added, removed } = diffCounts(lines);
  const { first, hidden, showMore } = useFirst(
    keyed(lines, ({ kind }) => kind),
    LINES_AT_ONCE,
  );
  return (
    <BlockFrame
      title={title}
      label="Diff"
      framed
      aside={
        lines.length > 0 && (
          <span className="font-mono">
            <span className="text-good">+{added}</span> <span className="text-bad">−{removed}</span>
            <span className="sr-only"> lines</span>
          </span>
        )
      }
    >
      {lines.length === 0 ? (
        <p className="px-3 py-2 text-small text-soft">No changes.</p>
      ) : (
        <ScrollArea label={title ?? 'Diff'} className="max-h-[70vh]">
          <table className="w-full min-w-max border-collapse font-mono text-meta leading-5">
            <tbody>
              {first.map(({ key, item: { kind, text: line, before, after } }) => (
                <tr key={key} className={LOOKS[kind].row}>
                  <LineNumber of={before} />
                  <LineNumber of={after} />
                  <td className="w-6 pl-2 select-none">
                    <span aria-hidden>{LOOKS[kind].sign}</span>
                    {LOOKS[kind].word && <span className="sr-only">{LOOKS[kind].word}</span>}
                  </td>
                  <td className="pr-3 whitespace-pre">{line === '' ? ' ' : line}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
      <ShowMore hidden={hidden} noun="lines" onMore={showMore} />
    </BlockFrame>
  );
}

function LineNumber({ of }: { readonly of: number | undefined }) {
  return (
    <td
      aria-hidden={of === undefined}
      className={classes(
        'w-9 min-w-9 pl-2 text-right text-soft select-none',
        of === undefined && 'opacity-0',
      )}
    >
      {of}
    </td>
  );
}
