import { Inbox, Monitor, Moon, Plus, Search, Sun } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useRoute } from 'wouter';
import { STATUS_WORDS } from '../../../src/harness/module/status-words.ts';
import type { SessionLine } from '../api/contracts.ts';
import { useNeedCount } from '../state/attention.ts';
import { showPalette } from '../state/palette.ts';
import { useSessions } from '../state/sessions.ts';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { TextInput } from '../ui/field.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { TimeAgo } from '../ui/time-text.tsx';
import { PALETTE_KEYS } from './command-palette.tsx';
import { PauseAll } from './pause-all.tsx';
import { PlannerIcon } from './planner-icon.tsx';
import { StatusDot } from './session-status.tsx';
import { chooseTheme, type Theme, useTheme } from './theme.ts';

const NEXT_THEME: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

/** All sessions, waiting items, and a button for a new one. */
export function Sidebar({ onChoose }: { readonly onChoose?: () => void }) {
  const { lines, model, problem } = useSessions();
  const [search, setSearch] = useState('');
  const [archived, setArchived] = useState(false);
  const words = useDeferredValue(search).toLowerCase().split(/\s+/).filter(Boolean);
  const waiting = useNeedCount();
  const found = (lines ?? []).filter(
    (line) =>
      line.archived === archived &&
      words.every((word) =>
        `${line.title} ${line.id} ${line.plannerName} ${line.plannerId} ${STATUS_WORDS[line.standing]}`
          .toLowerCase()
          .includes(word),
      ),
  );
  const archivedCount = (lines ?? []).filter((line) => line.archived).length;
  const { theme } = useTheme();
  const ThemeIcon = THEME_ICONS[theme];
  const [onInbox] = useRoute('/inbox');
  return (
    <nav aria-label="Sessions" className="flex h-full flex-col bg-panel">
      <div className="flex h-12 shrink-0 items-center gap-1 px-3">
        <Link
          href="/"
          onClick={onChoose}
          className="flex min-w-0 flex-1 items-center gap-2 rounded-sm font-semibold"
        >
          <img src="/icon.svg" alt="" width={20} height={20} />
          <span className="truncate">Wayfold</span>
        </Link>
        <IconButton
          label={`Colours: ${theme}. Change to ${NEXT_THEME[theme]}`}
          onClick={() => chooseTheme(NEXT_THEME[theme])}
        >
          <ThemeIcon size={16} aria-hidden />
        </IconButton>
        <PauseAll />
        <Link
          href="/?new"
          onClick={onChoose}
          aria-label="New session"
          title="New session"
          className="grid size-8 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
        >
          <Plus size={16} aria-hidden />
        </Link>
      </div>
      <div className="px-3 pb-2">
        <div className="relative">
          <Search size={14} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-soft" aria-hidden />
          <TextInput
            type="search"
            aria-label="Search sessions"
            placeholder="Search"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            className="pr-14 pl-8"
          />
          <button
            type="button"
            aria-label={`Commands, ${PALETTE_KEYS}`}
            title={`Commands (${PALETTE_KEYS})`}
            onClick={() => showPalette(true)}
            className="absolute inset-y-1 right-1 rounded-sm px-1.5 text-meta text-soft hover:bg-hover hover:text-ink"
          >
            {PALETTE_KEYS}
          </button>
        </div>
      </div>
      <Link
        href="/inbox"
        onClick={onChoose}
        aria-current={onInbox ? 'page' : undefined}
        className={classes(
          'mx-2 mb-1 flex h-8 shrink-0 items-center gap-2 rounded-md px-2 text-small hover:bg-hover',
          onInbox && 'bg-chosen',
        )}
      >
        <Inbox size={16} className="text-soft" aria-hidden />
        <span className="flex-1">Inbox</span>
        {waiting > 0 && (
          <span className="rounded-full bg-accent-fill px-1.5 text-meta font-medium text-on-accent">
            {waiting}
            <span className="sr-only"> waiting</span>
          </span>
        )}
      </Link>
      <ul className="min-h-0 flex-1 overflow-y-auto px-2 pb-2" aria-label="All sessions">
        {found.map((line) => (
          <SessionRow key={line.id} line={line} onChoose={onChoose} />
        ))}
        {lines === undefined && problem && (
          <li>
            <ProblemNote problem={problem} />
          </li>
        )}
        {lines !== undefined && found.length === 0 && (
          <li className="px-2 py-6 text-center text-small text-soft">
            {search ? 'No sessions match.' : archived ? 'No archived sessions.' : 'No sessions yet.'}
          </li>
        )}
        {search.trim() !== '' && (
          <li className="mt-1 border-t pt-1">
            <button
              type="button"
              onClick={() => {
                onChoose?.();
                setSearch('');
                showPalette(true, search.trim());
              }}
              className="flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left text-small text-soft hover:bg-hover hover:text-ink max-sm:min-h-11"
            >
              <Search size={16} className="shrink-0" aria-hidden />
              Search messages
            </button>
          </li>
        )}
      </ul>
      <div className="flex shrink-0 items-center justify-between gap-2 border-t px-3 py-2 text-meta text-soft">
        <span className="truncate" title={model?.demo ? 'The built-in model: no key, no network' : model?.id}>
          {model && (model.demo ? 'Offline model' : model.id)}
        </span>
        <Link href="/journals" onClick={onChoose} className="rounded-sm underline-offset-2 hover:underline">
          Journals
        </Link>
        {(archivedCount > 0 || archived) && (
          <button
            type="button"
            aria-pressed={archived}
            onClick={() => setArchived(!archived)}
            className="shrink-0 rounded-sm underline-offset-2 hover:underline aria-pressed:text-accent"
          >
            {archived ? 'Show open sessions' : `${archivedCount} archived`}
          </button>
        )}
      </div>
    </nav>
  );
}

function SessionRow({
  line,
  onChoose,
}: {
  readonly line: SessionLine;
  readonly onChoose: (() => void) | undefined;
}) {
  const [location] = useLocation();
  const href = `/sessions/${encodeURIComponent(line.id)}`;
  const isChosen = location === href;
  const row = useRef<HTMLLIElement>(null);
  // It may have been chosen elsewhere, and be out of sight here.
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // Those out of view are not drawn: there may be thousands.
    <li ref={row} className="[contain-intrinsic-size:auto_32px] [content-visibility:auto]">
      <Link
        href={href}
        onClick={onChoose}
        data-session={line.id}
        aria-current={isChosen ? 'page' : undefined}
        className={classes(
          'flex h-8 items-center gap-2 rounded-md px-2 text-small hover:bg-hover max-sm:h-11',
          isChosen && 'bg-chosen',
        )}
      >
        <span className="text-soft" title={line.plannerName}>
          <PlannerIcon plannerId={line.plannerId} />
        </span>
        <span className="min-w-0 flex-1 truncate">{line.title || line.id}</span>
        <TimeAgo ts={line.lastActivity} short className="shrink-0 text-meta text-soft" />
        <StatusDot status={line.standing} />
      </Link>
    </li>
  );
}
