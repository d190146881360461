import { Dialog } from '../ui/dialog.tsx';
import { PALETTE_KEYS } from './command-palette.tsx';

const KEYS: readonly { readonly group: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    group: 'Everywhere',
    keys: [
      [PALETTE_KEYS, 'Go to a session, or do something'],
      ['J', 'Next session, or next item of the inbox'],
      ['K', 'Previous session, or previous item of the inbox'],
      ['?', 'Show these keys'],
      ['Esc', 'Close, stop a drag, or return to now'],
    ],
  },
  {
    group: 'A draft that waits',
    keys: [
      ['A', 'Approve & send'],
      ['E', 'Edit'],
      ['R', 'Regenerate'],
      ['D', 'Dismiss'],
    ],
  },
  {
    group: 'Writing',
    keys: [
      ['Enter', 'Send, save an edit, or start from a goal'],
      ['Shift Enter', 'New line'],
    ],
  },
  {
    group: 'The timeline',
    keys: [
      ['← →', 'One fact back or forward'],
      ['Page Up, Page Down', 'Many facts'],
      ['Home, End', 'The first fact, or now'],
    ],
  },
];

/** The keyboard shortcuts. */
export function KeysDialog({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys">
      <div className="flex flex-col gap-4">
        {KEYS.map(({ group, keys }) => (
          <section key={group}>
            <h3 className="mb-1 text-meta font-medium text-soft">{group}</h3>
            <dl className="grid grid-cols-[minmax(5rem,9rem)_1fr] gap-x-3 gap-y-1 text-small">
              {keys.map(([key, what]) => (
                <div key={key} className="contents">
                  <dt>
                    <kbd className="rounded-sm border border-current/30 px-1 font-sans text-[11px] leading-4 opacity-80">
                      {key}
                    </kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
