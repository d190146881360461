import { Dialog } from '@base-ui/react/dialog';
import { Command } from 'cmdk';
import { type ReactNode, useMemo } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { ApiProblem } from '../api/client.ts';
import { panelsOf } from '../planners/panels.ts';
import { sendCommand } from '../state/commands.ts';
import { travelTo, useOpenSession, useShown } from '../state/open-session.ts';
import { useSessions } from '../state/sessions.ts';
import { notify } from '../ui/toast.tsx';
import { PlannerIcon } from './planner-icon.tsx';
import { useSessionDeeds } from './session-deeds.ts';
import { chooseTheme } from './theme.ts';

interface PaletteEntry {
  readonly key: string;
  readonly label: string;
  readonly group: string;
  readonly icon?: ReactNode;
  readonly words?: string;
  run(): unknown;
}

/** What can be done now, to be found by typing. */
export function PaletteDialog({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const entries = useEntries();
  const groups = [...new Set(entries.map(({ group }) => group))];
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[oklch(15%_0.01_265/0.35)]" />
        <Dialog.Popup
          aria-label="Commands"
          className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-24px)] max-w-xl -translate-x-1/2 overflow-hidden rounded-md border bg-raised shadow-[0_12px_40px_oklch(15%_0.02_265/0.25)]"
        >
          <Command label="Commands" loop>
            <Command.Input
              autoFocus
              placeholder="Go to a session, or do something"
              className="h-11 w-full border-b bg-transparent px-4 text-body outline-none"
            />
            <Command.List className="max-h-[50vh] overflow-y-auto p-1">
              <Command.Empty className="p-6 text-center text-small text-soft">
                Nothing fits that.
              </Command.Empty>
              {groups.map((group) => (
                <Command.Group
                  key={group}
                  heading={group}
                  className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-meta [&_[cmdk-group-heading]]:text-soft"
                >
                  {entries
                    .filter((entry) => entry.group === group)
                    .map(({ key, label, icon, words = '', run }) => (
                      <Command.Item
                        key={key}
                        value={`${label} ${words} ${key}`}
                        onSelect={() => {
                          onOpenChange(false);
                          void carryOut(run);
                        }}
                        className="flex h-9 cursor-default items-center gap-2 rounded-sm px-2 text-small data-[selected=true]:bg-hover"
                      >
                        {icon}
                        <span className="truncate">{label}</span>
                      </Command.Item>
                    ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The palette is closed by then, so a refusal is told as a notice. */
async function carryOut(run: PaletteEntry['run']): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    notify({ title: 'That was not done', description: error.message });
  }
}

function useEntries(): readonly PaletteEntry[] {
  const { lines, planners } = useSessions();
  const shown = useShown();
  const { at, head } = useOpenSession();
  const deeds = useSessionDeeds();
  const [, go] = useLocation();
  const [, setParams] = useSearchParams();
  return useMemo(() => {
    const here: readonly PaletteEntry[] = shown
      ? [
          ...panelsOf(shown).beside.map(({ id, label }) => ({
            key: `view-${id}`,
            label: `Show ${label.toLowerCase()}`,
            group: 'This session',
            run: () =>
              setParams((before) => {
                before.set('view', id);
                return before;
              }),
          })),
          {
            key: 'fork',
            label: `Fork from ${at === undefined ? 'now' : `seq ${at}`}`,
            group: 'This session',
            run: () => deeds.fork(shown, at ?? head),
          },
          {
            key: 'duplicate',
            label: 'Duplicate setup',
            group: 'This session',
            run: () => deeds.duplicate(shown),
          },
          ...(shown.archived
            ? []
            : [
                {
                  key: 'archive',
                  label: 'Archive',
                  group: 'This session',
                  run: () => deeds.archive(shown),
                },
              ]),
          ...(at === undefined
            ? []
            : [
                { key: 'now', label: 'Return to now', group: 'This session', run: () => travelTo(undefined) },
              ]),
          ...shown.waiting.flatMap((waiting) =>
            waiting.type === 'draft' && at === undefined
              ? [
                  {
                    key: `approve-${waiting.composeId}`,
                    label: 'Approve & send the draft',
                    group: 'This session',
                    run: () =>
                      sendCommand(shown.id, {
                        type: 'approve',
                        composeId: waiting.composeId,
                        digest: waiting.digest,
                      }),
                  },
                ]
              : [],
          ),
        ]
      : [];
    return [
      ...here,
      { key: 'home', label: 'Go to the start', group: 'Go', run: () => go('/') },
      { key: 'inbox', label: 'Go to the inbox', group: 'Go', run: () => go('/inbox') },
      { key: 'journals', label: 'Go to all journals', group: 'Go', run: () => go('/journals') },
      ...planners.map(({ id, name }) => ({
        key: `new-${id}`,
        label: `New ${name} session`,
        group: 'New',
        icon: <PlannerIcon plannerId={id} />,
        run: () => go(`/?new=${id}`),
      })),
      ...(['light', 'dark', 'system'] as const).map((theme) => ({
        key: `theme-${theme}`,
        label: `Colours: ${theme}`,
        group: 'Page',
        run: () => chooseTheme(theme),
      })),
      ...(lines ?? []).map(({ id, title, plannerId, plannerName }) => ({
        key: `session-${id}`,
        label: title,
        words: `${id} ${plannerName}`,
        group: 'Sessions',
        icon: <PlannerIcon plannerId={plannerId} />,
        run: () => go(`/sessions/${encodeURIComponent(id)}`),
      })),
    ];
  }, [lines, planners, shown, at, head, deeds, go, setParams]);
}
