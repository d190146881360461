import type { CommandCall } from '../../harness/module/view-block.ts';
import type { Waiting } from '../../sessions/waiting/waiting.ts';
import type { Choice } from './permission.ts';

/** A waiting item as a permission request of an editor. */
export interface PermissionRequest {
  /** The id of the waiting item. */
  readonly id: string;
  /** Stays the same while the question does not change. */
  readonly key: string;
  readonly choice: Omit<Choice, 'toolCallId'>;
  /** The command of an option; undefined if the person decides later. */
  commandOf(optionId: string): CommandCall | undefined;
}

const LATER = 'decide-later';

/** The permission request for a waiting item; undefined if it takes a text as its answer. */
export function permissionRequest({
  id,
  text,
  details,
  options = [],
}: Waiting): PermissionRequest | undefined {
  if (options.length === 0) return undefined;
  const offered = options.map((option, at) => ({ ...option, id: option.id ?? `option-${at + 1}` }));
  return {
    id,
    key: JSON.stringify([id, text, details, options]),
    choice: {
      title: text,
      kind: 'other',
      ...(details !== undefined && { details }),
      options: [
        ...offered.map(({ id: optionId, label }) => ({
          optionId,
          name: label,
          kind: 'allow_once' as const,
        })),
        { optionId: LATER, name: 'Decide later', kind: 'reject_once' },
      ],
    },
    commandOf: (optionId) => offered.find((option) => option.id === optionId)?.command,
  };
}
