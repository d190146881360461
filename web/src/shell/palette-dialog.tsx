import { Dialog } from '@base-ui/react/dialog';
import { Command } from 'cmdk';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { ApiProblem } from '../api/client.ts';
import { showPalette, typeInPalette, usePalette } from '../state/palette.ts';
import { notify } from '../ui/toast.tsx';
import { entryScore } from './entry-score.ts';
import { foundAddress, useFoundSessions } from './found-sessions.ts';
import { type PaletteEntry, usePaletteEntries } from './palette-entries.tsx';
import { PALETTE_BACKDROP, PALETTE_FRAME, PALETTE_INPUT, PALETTE_PLACEHOLDER } from './palette-look.ts';
import { PlannerIcon } from './planner-icon.tsx';

const GROUP =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-meta [&_[cmdk-group-heading]]:text-soft';

/** The actions available now, found by typing. */
export function PaletteDialog() {
  const { open, typed } = usePalette();
  const entries = usePaletteEntries();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!usePalette.getState().entered) return;
    // Once the matches are there, as if it was pressed now.
    const frame = requestAnimationFrame(() =>
      input.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  const found = useFoundSessions(open ? typed : '');
  const [, go] = useLocation();
  const groups = [...new Set(entries.map(({ group }) => group))];
  return (
    <Dialog.Root open={open} onOpenChange={(next) => showPalette(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={PALETTE_BACKDROP} />
        <Dialog.Popup aria-label="Commands" className={PALETTE_FRAME}>
          <Command
            label="Commands"
            loop
            filter={(_, search, [label = '', words = ''] = []) => entryScore(label, words, search)}
          >
            <Command.Input
              ref={input}
              autoFocus
              value={typed}
              onValueChange={typeInPalette}
              placeholder={PALETTE_PLACEHOLDER}
              className={PALETTE_INPUT}
            />
            <Command.List className="max-h-[50vh] overflow-y-auto p-1">
              <Command.Empty className="p-6 text-center text-small text-soft">No matches</Command.Empty>
              {groups.map((group) => (
                <Command.Group key={group} heading={group} className={GROUP}>
                  {entries
                    .filter((entry) => entry.group === group)
                    .map(({ key, label, icon, words = '', run }) => (
                      <Command.Item
                        key={key}
                        value={key}
                        keywords={[label, words]}
                        onSelect={() => {
                          showPalette(false);
                          void carryOut(run);
                        }}
                        className="flex h-9 cursor-default items-center gap-2 rounded-sm px-2 text-small data-[selected=true]:bg-hover"
                      >
                        <span className="shrink-0 text-soft">{icon}</span>
                        <span className="truncate">{label}</span>
                      </Command.Item>
                    ))}
                </Command.Group>
              ))}
              {found.length > 0 && (
                <Command.Group heading="Found in sessions" className={GROUP}>
                  {found.map((hit) => (
                    <Command.Item
                      key={`${hit.session} ${hit.seq}`}
                      value={`found-${hit.session}-${hit.seq}`}
                      // The server has found the words; in the excerpt they may be cut.
                      keywords={['', typed]}
                      onSelect={() => {
                        showPalette(false);
                        go(foundAddress(hit));
                      }}
                      className="flex min-h-9 cursor-default items-center gap-2 rounded-sm px-2 py-1 text-small data-[selected=true]:bg-hover"
                    >
                      <span className="shrink-0 text-soft">
                        <PlannerIcon plannerId={hit.plannerId} />
                      </span>
                      <span className="min-w-0">
                        <span className="block truncate">{hit.title || hit.session}</span>
                        <span className="block truncate text-meta text-soft">{hit.excerpt}</span>
                      </span>
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The palette is closed by then, so a refusal is shown as a notice. */
async function carryOut(run: PaletteEntry['run']): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    notify({ title: 'That did not work', description: error.message });
  }
}
