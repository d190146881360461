import { useState } from 'react';
import { sessionPath } from '../../api/client.ts';
import { durationText } from '../../ui/amount.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { spentText } from '../spent-text.ts';
import { Points } from './plan-body.tsx';
import type { PlanLine } from './plan-standing.tsx';
import { StoredText } from './stored-text.tsx';

type Attempt = PlanLine['attempts'][number];

/** How a plan came to be: what was asked for, each attempt with what it took, and the words that went back and forth. */
export function PlanAttempts({ session, plan }: { readonly session: string; readonly plan: PlanLine }) {
  const { request, attempts } = plan;
  return (
    <div className="flex flex-col gap-4">
      <section className="flex flex-col gap-3">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
          <Line label="Repository" value={request.repository} />
          <Line label="Base" value={request.base} />
          <Line label="Backend" value={request.backend} />
          <Line label="Validation" value={request.mode} />
          {request.coldStart && <Line label="Cold start" value="yes" />}
          {request.iterationHint !== undefined && <Line label="Hint" value={request.iterationHint} />}
        </dl>
        <Points title="Constraints" items={request.constraints} />
        <Points title="Acceptance criteria" items={request.acceptanceCriteria} />
        <Points
          title="Told about earlier plans"
          items={request.earlierPlans.map(
            ({ outcome, summary, reason }) => `${outcome}: ${summary}${reason ? ` (${reason})` : ''}`,
          )}
        />
      </section>
      <ol aria-label="Attempts" className="flex flex-col gap-2">
        {attempts.map((attempt) => (
          <AttemptCard key={attempt.attempt} session={session} attempt={attempt} />
        ))}
      </ol>
      {attempts.length === 0 && <p className="text-small text-soft">No attempt has ended yet.</p>}
    </div>
  );
}

function Line({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0 font-mono text-meta leading-[18px] break-words">{value}</dd>
    </>
  );
}

function AttemptCard({ session, attempt }: { readonly session: string; readonly attempt: Attempt }) {
  const {
    attempt: number,
    status,
    backend,
    durationSeconds,
    error,
    usage,
    promptSha256,
    answerSha256,
  } = attempt;
  const [shown, show] = useState<'prompt' | 'answer'>();
  const took = usage
    ? spentText({ tokens: usage.inputTokens + usage.outputTokens, usd: usage.cost ?? 0 })
    : '';
  const hash = shown === 'prompt' ? promptSha256 : shown === 'answer' ? answerSha256 : undefined;
  const toggle = (what: 'prompt' | 'answer') => show(shown === what ? undefined : what);
  return (
    <li className="flex flex-col gap-2 rounded-md border px-3 py-2">
      <div className="flex flex-wrap items-center gap-2 text-small">
        <span className="font-medium">Attempt {number}</span>
        <Badge tone={status === 'ok' ? 'good' : 'bad'}>{status === 'ok' ? 'Worked' : 'Failed'}</Badge>
        <span className="text-meta text-soft">{backend}</span>
        <span className="ml-auto text-meta text-soft tabular-nums">
          {[durationText(durationSeconds * 1000), took].filter(Boolean).join(' · ')}
        </span>
      </div>
      {error && (
        <a
          href={`/errors/${encodeURIComponent(error)}`}
          target="_blank"
          rel="noreferrer"
          className="self-start font-mono text-meta text-bad underline"
        >
          {error}
        </a>
      )}
      {(promptSha256 || answerSha256) && (
        <div className="flex gap-2">
          {promptSha256 && (
            <Button aria-expanded={shown === 'prompt'} onClick={() => toggle('prompt')}>
              Prompt
            </Button>
          )}
          {answerSha256 && (
            <Button aria-expanded={shown === 'answer'} onClick={() => toggle('answer')}>
              Answer
            </Button>
          )}
        </div>
      )}
      {hash && shown && (
        <StoredText
          path={sessionPath(session, `/attachments/${hash}`)}
          label={shown === 'prompt' ? `Prompt of attempt ${number}` : `Answer of attempt ${number}`}
        />
      )}
    </li>
  );
}
