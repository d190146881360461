import type { SessionLine, Waiting } from '../api/contracts.ts';
import { useSessions } from './sessions.ts';

/** Something that needs a person: a waiting item, or the failure of a session without one. */
export interface AttentionItem {
  readonly line: SessionLine;
  readonly item?: Waiting;
  readonly isFailure: boolean;
}

/** Everything that needs a person, in the order of the sessions. */
export function needsIn(lines: readonly SessionLine[]): readonly AttentionItem[] {
  return lines.flatMap((line): readonly AttentionItem[] => {
    if (line.waiting.length > 0)
      return line.waiting.map((item) => ({ line, item, isFailure: isFailureItem(item) }));
    if (line.standing !== 'failed') return [];
    return [{ line, ...(line.failure && { item: line.failure }), isFailure: true }];
  });
}

/** Whether an item reports a failure. */
export function isFailureItem({ type }: Pick<Waiting, 'type'>): boolean {
  return type === 'error' || type === 'stopped';
}

/** The number of items that need a person. */
export function useNeedCount(): number {
  return useSessions(({ lines }) => needsIn(lines ?? []).length);
}

/** The stable key of something that needs a person. */
export function needKey({ line, item }: AttentionItem): string {
  return `${line.id} ${item?.id ?? 'failed'}`;
}
