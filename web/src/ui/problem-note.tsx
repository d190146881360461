import { CircleAlert, X } from 'lucide-react';
import type { ApiProblem } from '../api/client.ts';
import { IconButton } from './button.tsx';

/** The type of a problem without a page on the server, such as that it cannot be reached. */
const NO_PAGE = 'about:blank';

/** A refusal: what happened, what to do, and its code as a link. */
export function ProblemNote({
  problem,
  onClose,
}: {
  readonly problem: ApiProblem | undefined;
  readonly onClose?: () => void;
}) {
  if (problem === undefined) return null;
  const { fix, code, detail, type } = problem.details;
  // What happened stands before what to do about it.
  const summary = detail.endsWith(fix) ? detail.slice(0, detail.length - fix.length) : detail;
  return (
    <div
      role="alert"
      className="flex items-start gap-2 rounded-md border border-bad/30 bg-bad-ground px-3 py-2 text-small"
    >
      <CircleAlert size={16} className="mt-px shrink-0 text-bad" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{summary}</p>
        <p className="text-soft break-words">
          {fix}{' '}
          {type === NO_PAGE ? (
            <span className="font-mono text-meta">{code}</span>
          ) : (
            <a className="font-mono text-meta underline" href={type} target="_blank" rel="noreferrer">
              {code}
            </a>
          )}
        </p>
      </div>
      {onClose && (
        <IconButton label="Close" onClick={onClose} className="-my-1 -mr-2">
          <X size={16} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
