import type { SessionLine, Waiting } from '../api/contracts.ts';
import { useSessions } from './sessions.ts';

/** Something that needs a person: an item that waits, or what failed in a session that has none. */
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

/** Whether an item tells that something went wrong. */
export function isFailureItem({ type }: Pick<Waiting, 'type'>): boolean {
  return type === 'error' || type === 'stopped';
}

/** How much needs a person. */
export function useNeedCount(): number {
  return useSessions(({ lines }) => needsIn(lines ?? []).length);
}

/** A name for a need that stays the same while it is there. */
export function needKey({ line, item }: AttentionItem): string {
  return `${line.id} ${item?.id ?? 'failed'}`;
}
