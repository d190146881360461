import { LayoutList } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { ViewBlock } from '../../../src/harness/module/view-block.ts';
import type { SessionState } from '../api/contracts.ts';
import { cardChoices } from '../commands/card-choices.ts';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { type BlockCommands, BlockCommandsContext } from './block-commands.ts';
import { BlockSpace } from './block-space.tsx';
import { FieldsBlock } from './fields-block.tsx';
import { JsonBlock } from './json-block.tsx';
import { keyed } from './keyed.ts';
import { MarkdownBlock } from './markdown-block.tsx';
import { ProgressBlock } from './progress-block.tsx';
import { StepsBlock } from './steps-block.tsx';
import { TableBlock } from './table-block.tsx';

const ChartBlock = lazyPart(async () => (await import('./chart-block.tsx')).ChartBlock, BlockSpace);
const DiffBlock = lazyPart(async () => (await import('./diff-block.tsx')).DiffBlock, BlockSpace);
const FilesBlock = lazyPart(async () => (await import('./files-block.tsx')).FilesBlock, BlockSpace);
const MessagesBlock = lazyPart(async () => (await import('./messages-block.tsx')).MessagesBlock, BlockSpace);
const MapBlock = lazyPart(async () => (await import('./map-block.tsx')).MapBlock, BlockSpace);

const NOTHING_WAITS: SessionState['waiting'] = [];

/** What a planner shows, block by block. */
export function Blocks({
  blocks,
  onCommand,
  disabled = false,
  waiting = NOTHING_WAITS,
}: {
  readonly blocks: readonly ViewBlock[];
  readonly onCommand: BlockCommands['onCommand'];
  readonly disabled?: boolean;
  /** Waiting items whose cards are shown next to the blocks. */
  readonly waiting?: SessionState['waiting'];
}) {
  const hasProgress = blocks.some(({ type }) => type === 'progress');
  const commands = useMemo(
    () => ({ onCommand, disabled, inCards: cardChoices(waiting) }),
    [onCommand, disabled, waiting],
  );
  if (blocks.length === 0) {
    return (
      <EmptyState icon={LayoutList} title="Nothing to show yet">
        The results of the planner appear here.
      </EmptyState>
    );
  }
  return (
    <BlockCommandsContext value={commands}>
      <div className="flex min-w-0 flex-col gap-5">
        {keyed(blocks, ({ type }) => type).map(({ key, item }, at) => (
          // What can be folded stands together, so that it takes no more room than a list.
          <div
            key={key}
            className={classes('min-w-0', isFoldable(item) && isFoldable(blocks[at - 1]) && '-mt-3.5')}
          >
            <ErrorBoundary>
              <Block block={item} hasProgress={hasProgress} />
            </ErrorBoundary>
          </div>
        ))}
      </div>
    </BlockCommandsContext>
  );
}

function isFoldable(block: ViewBlock | undefined): boolean {
  return block?.type === 'markdown' && block.folded !== undefined;
}

function Block({
  block,
  hasProgress,
}: {
  readonly block: ViewBlock;
  /** Whether another block shows the progress. */
  readonly hasProgress: boolean;
}): ReactNode {
  switch (block.type) {
    case 'markdown':
      return <MarkdownBlock block={block} />;
    case 'steps':
      return <StepsBlock block={block} showsProgress={!hasProgress} />;
    case 'table':
      return <TableBlock block={block} />;
    case 'fields':
      return <FieldsBlock block={block} />;
    case 'map':
      return <MapBlock block={block} />;
    case 'chart':
      return <ChartBlock block={block} />;
    case 'diff':
      return <DiffBlock block={block} />;
    case 'messages':
      return <MessagesBlock block={block} />;
    case 'progress':
      return <ProgressBlock block={block} />;
    case 'files':
      return <FilesBlock block={block} />;
    case 'json':
      return <JsonBlock title={block.title} value={block.value} />;
    default:
      block satisfies never;
      // A newer server may send a block that this page does not know.
      return <JsonBlock value={block} />;
  }
}
