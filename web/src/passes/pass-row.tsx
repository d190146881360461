import { ChevronRight, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Pass } from '../api/contracts.ts';
import { travelTo } from '../state/open-session.ts';
import { amountText, durationText } from '../ui/amount.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { ClockTime } from '../ui/time-text.tsx';
import { ModelCalls } from './model-calls.tsx';
import { RerunDialog } from './rerun-dialog.tsx';

const OUTCOMES: Readonly<Record<Pass['outcome'], { readonly word: string; readonly tone: Tone }>> = {
  committed: { word: 'Committed', tone: 'good' },
  done: { word: 'Done', tone: 'good' },
  empty: { word: 'Nothing to say', tone: 'neutral' },
  duplicate: { word: 'Repeated', tone: 'neutral' },
  error: { word: 'Failed', tone: 'bad' },
  failed: { word: 'Failed', tone: 'bad' },
  'under-way': { word: 'Under way', tone: 'calm' },
};

/** A pass: folded, its outcome and cost; open, its prompts and answers. */
export function PassRow({ pass }: { readonly pass: Pass }) {
  const [open, setOpen] = useState(false);
  const [again, setAgain] = useState(false);
  const { work, outcome, began, durationMs, calls, total, facts, target } = pass;
  const { word, tone } = OUTCOMES[outcome];
  const model = calls.find((call) => call.model !== null)?.model;
  const tokens = total.inputTokens + total.outputTokens;
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-2 px-4 py-2 text-left text-small hover:bg-hover"
      >
        <ChevronRight
          size={14}
          className={classes('shrink-0 text-soft transition-transform duration-120', open && 'rotate-90')}
          aria-hidden
        />
        <span className="min-w-0 flex-1 truncate">
          <span className="font-medium">{workName(work)}</span>
          {model && <span className="ml-2 font-mono text-meta text-soft @max-md:hidden">{model}</span>}
        </span>
        {tokens > 0 && (
          <span className="shrink-0 text-meta text-soft @max-md:hidden">{amountText('tokens', tokens)}</span>
        )}
        {total.cost !== null && total.cost > 0 && (
          <span className="shrink-0 text-meta text-soft">{amountText('usd', total.cost)}</span>
        )}
        {durationMs !== null && (
          <span className="shrink-0 text-meta text-soft">{durationText(durationMs)}</span>
        )}
        <Badge tone={tone}>{word}</Badge>
        <ClockTime ts={began} className="shrink-0 text-meta text-soft" />
      </button>
      {open && (
        <div className="flex flex-col gap-3 px-4 pb-4 pl-10">
          <p className="text-small text-soft">
            About{' '}
            <button type="button" className="text-accent underline" onClick={() => travelTo(target)}>
              seq {target}
            </button>
            , by <span className="font-mono text-meta break-all">{pass.worker}</span>
          </p>
          <ModelCalls calls={calls} hasFailed={tone === 'bad'} />
          {facts.length > 0 && (
            <div>
              <p className="text-meta text-soft">Facts it appended</p>
              <ul className="font-mono text-meta">
                {facts.map(({ seq, type }) => (
                  <li key={seq}>
                    <button
                      type="button"
                      className="rounded-sm hover:underline"
                      onClick={() => travelTo(seq)}
                    >
                      {seq} {type}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )}
          <div>
            <Button onClick={() => setAgain(true)}>
              <RotateCcw size={14} aria-hidden />
              Re-run from here
            </Button>
          </div>
          <RerunDialog open={again} onOpenChange={setAgain} atSeq={target} />
        </div>
      )}
    </li>
  );
}

/** The name of a piece of work; of a reactor, in words and without its planner. */
function workName(work: string): string {
  if (work === 'plan') return 'Planning pass';
  const words = work.replace(/^\w+\./, '').replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
