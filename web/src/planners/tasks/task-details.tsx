import { Paperclip } from 'lucide-react';
import { isFinished, type Task, titleAndDetails } from './task-list.ts';

/** All that is known about a task: its details, what it refers to, what was asked, and what came of it. */
export function TaskDetails({ task }: { readonly task: Task }) {
  const { description, attachments, clarifications = [], result, status } = task;
  const { details } = titleAndDetails(description);
  const answered = clarifications.filter(({ answer }) => answer !== undefined);
  const says = isFinished(task) ? result : undefined;
  const isEmpty = !details && attachments.length === 0 && answered.length === 0 && !says;
  if (isEmpty) return isFinished(task) ? <p className="text-small text-soft">Nothing was noted.</p> : null;
  return (
    <div className="flex flex-col gap-2 text-small">
      {details && <p className="break-words whitespace-pre-wrap text-soft">{details}</p>}
      {attachments.length > 0 && (
        <ul aria-label="Refers to" className="flex flex-col gap-1">
          {attachments.map(({ kind, label }) => (
            <li key={kind.value} className="flex min-w-0 items-center gap-1.5 text-meta text-soft">
              <Paperclip size={12} aria-hidden className="shrink-0" />
              <Reference value={kind.value} label={label ?? kind.value} isLink={kind.type === 'Link'} />
            </li>
          ))}
        </ul>
      )}
      {answered.length > 0 && (
        <dl className="flex flex-col gap-1 border-l-2 pl-3">
          {answered.map(({ question, answer }) => (
            <div key={question}>
              <dt className="text-meta text-soft">{question}</dt>
              <dd className="break-words whitespace-pre-wrap">{answer}</dd>
            </div>
          ))}
        </dl>
      )}
      {says && (
        <p
          className={
            status === 'Failed'
              ? 'rounded-md bg-bad-ground px-3 py-2 break-words whitespace-pre-wrap text-bad'
              : 'rounded-md bg-panel px-3 py-2 break-words whitespace-pre-wrap'
          }
        >
          {says}
        </p>
      )}
    </div>
  );
}

/** Only web addresses are links: a task may be anybody's text. */
function Reference({
  value,
  label,
  isLink,
}: {
  readonly value: string;
  readonly label: string;
  readonly isLink: boolean;
}) {
  const isAddress = isLink && /^https?:\/\//i.test(value);
  if (!isAddress) return <span className="truncate font-mono">{label}</span>;
  return (
    <a href={value} target="_blank" rel="noreferrer" className="truncate font-mono underline">
      {label}
    </a>
  );
}
