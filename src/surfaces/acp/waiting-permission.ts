import type { CommandCall } from '../../harness/module/view-block.ts';
import type { Waiting } from '../../sessions/waiting/waiting.ts';
import type { Choice } from './permission.ts';

/** Something that waits for a person, as an editor asks about it. */
export interface PermissionRequest {
  /** What waits. */
  readonly id: string;
  /** The same as long as the same is asked. */
  readonly key: string;
  readonly choice: Omit<Choice, 'toolCallId'>;
  /** What an option does; undefined when the person decides later. */
  commandOf(optionId: string): CommandCall | undefined;
}

const LATER = 'decide-later';

/** The permission request for something that waits; undefined when it is answered in words. */
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
