import { ChevronRight } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId, useRef, useState } from 'react';
import type { StepItem } from '../../../src/harness/module/view-block.ts';
import { classes } from '../ui/classes.ts';
import { ProblemNote } from '../ui/problem-note.tsx';
import { BlockActions } from './block-actions.tsx';
import { keyed } from './keyed.ts';
import { MarkdownText, TitleText } from './markdown-text.tsx';
import { ShowMore, useFirst } from './show-more.tsx';
import { StepElapsed } from './step-elapsed.tsx';
import { stepLook } from './step-look.ts';
import { MoveHandle, useStepOrder } from './step-order.tsx';
import { opensItself, readableId } from './step-outline.ts';

/** What the steps of a block share. */
export interface StepListContent {
  /** The titles of all steps by id, for what a step depends on. */
  readonly titles: ReadonlyMap<string, string>;
  /** The level of headings in details. */
  readonly headingLevel: 2 | 3;
  /** Shows another step, if not by scrolling to it. */
  readonly onGoTo?: ((id: string) => void) | undefined;
}

/** Set by the block, for steps at any depth. */
export const StepListContext = createContext<StepListContent>({ titles: new Map(), headingLevel: 3 });

const STEPS_AT_ONCE = 200;
/** How many actions of a step are shown without opening it. */
const MAX_SHOWN_ACTIONS = 2;

/** Steps, each with its own below it. */
export function StepList({ items, label }: { readonly items: readonly StepItem[]; readonly label: string }) {
  const list = useRef<HTMLOListElement>(null);
  const order = useStepOrder(items, list);
  const { first, hidden, showMore } = useFirst(
    keyed(items, ({ id }) => id),
    STEPS_AT_ONCE,
  );
  return (
    <>
      <ol ref={list} aria-label={label} className="flex min-w-0 flex-col gap-0.5">
        {first.map(({ key, item }, at) => {
          const events = order.handleAt(at);
          return (
            <Step
              key={key}
              step={item}
              handle={events && <MoveHandle events={events} title={item.title} />}
              dropMark={dropMarkOf(order.dropAt, at, first.length)}
            />
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {order.announcement}
      </p>
      <ProblemNote problem={order.problem} onClose={order.clear} />
      <ShowMore hidden={hidden} noun="steps" onMore={showMore} />
    </>
  );
}

/** The side of a step on which a line marks the drop position. */
function dropMarkOf(dropAt: number | undefined, at: number, count: number): 'above' | 'below' | undefined {
  if (dropAt === at) return 'above';
  return dropAt === count && at === count - 1 ? 'below' : undefined;
}

const DROP_MARKS = {
  above: 'shadow-[0_-2px_0_var(--accent)]',
  below: 'shadow-[0_2px_0_var(--accent)]',
} as const;

/** One step, with what there is to say and to do about it. */
export function Step({
  step,
  handle,
  dropMark,
  startsOpen = false,
}: {
  readonly step: StepItem;
  /** Its drag handle. */
  readonly handle?: ReactNode;
  readonly dropMark?: keyof typeof DROP_MARKS | undefined;
  /** Whether it starts open, whatever its status. */
  readonly startsOpen?: boolean;
}) {
  const { id, title, status, details, notes = [], children = [], dependsOn = [] } = step;
  const { actions = [], forms = [] } = step;
  const { headingLevel } = useContext(StepListContext);
  const [chosen, setChosen] = useState<boolean>();
  const bodyId = useId();
  // A few are no clutter, and what can be done is seen without looking for it.
  const showsActions = actions.length + forms.length <= MAX_SHOWN_ACTIONS;
  const hasBody = Boolean(details) || notes.length > 0 || !showsActions;
  const isOpen = hasBody && (chosen ?? (startsOpen || opensItself(status)));
  const isOver = status === 'done' || status === 'cancelled' || status === 'simulated';
  const { icon: Icon, word, colour } = stepLook(status);
  const line = (
    <>
      <Icon
        size={16}
        aria-hidden
        className={classes('mt-px shrink-0', colour, status === 'running' && 'animate-spin')}
      />
      {readableId(id) && (
        <span className="mt-px min-w-4 shrink-0 font-mono text-meta leading-[18px] text-soft">{id}</span>
      )}
      <span
        dir="auto"
        className={classes(
          'min-w-0 flex-1 break-words',
          opensItself(status) && 'font-medium',
          isOver && 'text-soft',
          status === 'cancelled' && 'line-through',
        )}
      >
        <TitleText text={title} />
      </span>
      <StepElapsed step={step} />
      <span className={classes('mt-px shrink-0 text-meta leading-[18px]', colour)}>{word}</span>
      <ChevronRight
        size={14}
        aria-hidden
        className={classes(
          'mt-0.5 shrink-0 text-soft transition-transform duration-120',
          isOpen && 'rotate-90',
          !hasBody && 'invisible',
        )}
      />
    </>
  );
  const row =
    'flex min-h-8 w-full min-w-0 items-start gap-2 rounded-md px-2 py-1.5 text-left text-small max-sm:min-h-10 max-sm:py-2.5';
  return (
    <li
      data-step={id}
      tabIndex={-1}
      className={classes('rounded-md', dropMark !== undefined && DROP_MARKS[dropMark])}
    >
      <div
        className={classes(
          'rounded-md border border-transparent',
          isOpen && 'bg-raised',
          status === 'waiting' ? 'border-accent/60! bg-raised' : isOpen && 'border-line!',
        )}
      >
        <div className="flex min-w-0 items-start">
          {handle}
          {hasBody ? (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={bodyId}
              onClick={() => setChosen(!isOpen)}
              className={classes(row, 'hover:bg-hover')}
            >
              {line}
            </button>
          ) : (
            <div className={row}>{line}</div>
          )}
        </div>
        <div className={classes(handle !== undefined && 'pl-6 max-sm:pl-8')}>
          {dependsOn.length > 0 && !isOver && <DependsOn ids={dependsOn} />}
          {hasBody && (
            <div
              id={bodyId}
              hidden={!isOpen}
              className="flex flex-col gap-2 pt-0.5 pr-3 pb-2 pl-8 text-small"
            >
              {isOpen && details && <MarkdownText links="read" text={details} headingLevel={headingLevel} />}
              {isOpen && notes.length > 0 && <Notes notes={notes} />}
              {isOpen && !showsActions && <BlockActions actions={actions} forms={forms} subject={title} />}
            </div>
          )}
          {showsActions && (
            <BlockActions actions={actions} forms={forms} subject={title} className="px-2 pb-1.5 pl-8" />
          )}
        </div>
      </div>
      {children.length > 0 && (
        <div className="ml-[15px] border-l pl-2">
          <StepList items={children} label={`Steps of ${title}`} />
        </div>
      )}
    </li>
  );
}

function Notes({ notes }: { readonly notes: readonly string[] }) {
  return (
    <ul aria-label="Notes" className="flex flex-col gap-1 border-l-2 pl-3 text-soft">
      {keyed(notes, (note) => note).map(({ key, item }) => (
        <li key={key} dir="auto" className="break-words whitespace-pre-wrap">
          {item}
        </li>
      ))}
    </ul>
  );
}

/** Links to the steps that it depends on. */
function DependsOn({ ids }: { readonly ids: readonly string[] }) {
  const { titles, onGoTo } = useContext(StepListContext);
  return (
    <p className="flex flex-wrap items-center gap-1 px-2 pb-1.5 pl-8 text-meta text-soft">
      After
      {keyed(ids, (id) => id).map(({ key, item: id }) => {
        const title = titles.get(id);
        const shown = readableId(id) ?? title ?? id;
        if (title === undefined) {
          return (
            <span key={key} className="max-w-48 truncate rounded-sm bg-hover px-1.5 leading-5">
              {shown}
            </span>
          );
        }
        return (
          <button
            key={key}
            type="button"
            title={title}
            aria-label={`Go to step ${shown === title ? title : `${shown}, ${title}`}`}
            onClick={({ currentTarget }) => (onGoTo ? onGoTo(id) : goToStep(currentTarget, id))}
            className="min-h-6 max-w-48 truncate rounded-sm bg-hover px-1.5 font-medium text-ink hover:bg-chosen"
          >
            {shown}
          </button>
        );
      })}
    </p>
  );
}

function goToStep(from: HTMLElement, id: string): void {
  const steps = from.closest('article')?.querySelectorAll<HTMLElement>('[data-step]') ?? [];
  const step = [...steps].find(({ dataset }) => dataset.step === id);
  step?.scrollIntoView({ block: 'nearest' });
  step?.focus();
}
