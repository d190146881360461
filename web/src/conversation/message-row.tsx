import { CircleAlert, GitFork, Lock, Moon, Wrench } from 'lucide-react';
import { classes } from '../ui/classes.ts';
import { ClockTime } from '../ui/time-text.tsx';
import { DismissedDraft } from './dismissed-draft.tsx';
import { FileList } from './file-list.tsx';
import { LongText } from './long-text.tsx';
import type { MessageItem } from './message-item.ts';

/** Whether a long item is unfolded, and how to change that. */
interface Fold {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** One item of a conversation: a message, an action or a file. */
export function MessageRow({
  item,
  isPublic,
  isLane = false,
  ...fold
}: Fold & {
  readonly item: MessageItem;
  /** Whether there is another side, which sees some of it. */
  readonly isPublic: boolean;
  /** Whether it is in a narrow lane, read-only. */
  readonly isLane?: boolean;
}) {
  switch (item.look) {
    case 'message':
      return <Message item={item} isHidden={isPublic && item.isPrivate} fold={fold} />;
    case 'tool':
      return <ToolCall item={item} isLane={isLane} fold={fold} />;
    case 'file':
      return (
        <article
          className={classes(
            'ml-auto flex w-fit max-w-[min(36rem,88%)] flex-col gap-1 rounded-md px-3 py-2',
            isPublic ? 'bg-private' : 'border border-accent/35 bg-raised',
          )}
        >
          <header className="flex items-center gap-1.5 text-meta text-soft">
            {isPublic && <Lock size={12} role="img" aria-label="Private" />}
            <span className="font-medium">File added</span>
          </header>
          <FileList files={[item.file]} />
        </article>
      );
    case 'fork':
      return (
        <p className="flex items-center gap-2 py-1 text-meta text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          <GitFork size={14} aria-hidden />
          {item.text}
        </p>
      );
    case 'dismissed':
      return <DismissedDraft item={item} isLane={isLane} {...fold} />;
    case 'failure':
      return (
        <div className="flex items-start gap-2 rounded-md bg-bad-ground px-3 py-2 text-small">
          <CircleAlert size={16} className="mt-px shrink-0 text-bad" aria-hidden />
          <p className="min-w-0 flex-1 break-words whitespace-pre-wrap">{item.text}</p>
          {item.code && <span className="font-mono text-meta text-soft">{item.code}</span>}
        </div>
      );
    case 'note':
      return (
        <p className="flex items-center gap-2 px-3 text-meta text-soft">
          <Moon size={14} aria-hidden />
          {item.text}
        </p>
      );
  }
}

function Message({
  item,
  isHidden,
  fold,
}: {
  readonly item: Extract<MessageItem, { look: 'message' }>;
  readonly fold: Fold;
  /** Whether the other side does not see it. */
  readonly isHidden: boolean;
}) {
  const { from, label, text, isMarkdown, ts, attachments, by, isCopied } = item;
  const isOwn = from === 'sent' || from === 'person';
  return (
    <article
      className={classes(
        'flex w-fit max-w-[min(36rem,88%)] flex-col gap-1 rounded-md border px-3 py-2',
        isOwn && 'ml-auto',
        isHidden ? 'border-transparent bg-private' : 'bg-raised',
        isOwn && !isHidden && (isCopied ? 'border-dashed' : 'border-accent/35'),
      )}
    >
      <header className="flex flex-wrap items-center gap-x-1.5 text-meta text-soft">
        {isHidden && <Lock size={12} role="img" aria-label="Private" className="shrink-0" />}
        <span className="font-medium">{label}</span>
        {by && <span className="min-w-0 truncate">· {by}</span>}
        <ClockTime ts={ts} className="ml-auto pl-1.5" />
      </header>
      <LongText text={text} isMarkdown={isMarkdown} {...fold} />
      <FileList files={attachments} />
    </article>
  );
}

function toolStatus(ok: boolean | undefined, isAsked: boolean): string {
  if (ok === undefined) return isAsked ? 'Needs you' : 'Running';
  if (ok) return 'Done';
  return isAsked ? 'Not done' : 'Failed';
}

function ToolCall({
  item,
  isLane,
  fold: { isOpen, onOpen },
}: {
  readonly item: Extract<MessageItem, { look: 'tool' }>;
  readonly isLane: boolean;
  readonly fold: Fold;
}) {
  const { name, why, args, outcome, isAsked, ts } = item;
  // What a person has declined has not failed.
  const isFailed = outcome?.ok === false && !isAsked;
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => onOpen(currentTarget.open)}
      className="rounded-md bg-private px-3 py-1.5 text-small"
    >
      <summary className="flex list-none items-center gap-2 rounded-sm">
        <Wrench size={14} className="shrink-0 text-soft" aria-hidden />
        <span className={classes('min-w-0 truncate font-mono text-meta', isLane ? 'flex-1' : 'shrink-[2]')}>
          {name}
        </span>
        {!isLane && <span className="min-w-0 flex-1 truncate text-soft">{why}</span>}
        <span className={classes('shrink-0 text-meta', isFailed ? 'text-bad' : 'text-soft')}>
          {toolStatus(outcome?.ok, isAsked)}
        </span>
        {!isLane && <ClockTime ts={ts} className="text-meta text-soft" />}
      </summary>
      <div className="mt-2 flex flex-col gap-2">
        <Json label="Input" value={args} />
        {outcome && <Json label={outcome.ok ? 'Result' : 'Error'} value={outcome.value} />}
      </div>
    </details>
  );
}

function Json({ label, value }: { readonly label: string; readonly value: unknown }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'nothing');
  return (
    <div>
      <p className="text-meta text-soft">{label}</p>
      <pre className="max-h-64 overflow-auto font-mono text-meta break-words whitespace-pre-wrap">{text}</pre>
    </div>
  );
}
