import { Inbox, Menu, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useNeedCount } from '../state/attention.ts';
import { Split } from '../ui/split.tsx';
import { CommandPalette } from './command-palette.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { useAttentionNotices } from './notifications.ts';
import { PageKeys } from './page-keys.tsx';
import { useTabTitle } from './page-title.ts';
import { PausedBar } from './pause-all.tsx';
import { Sidebar } from './sidebar.tsx';
import { useIsNarrow } from './width.ts';
import { WorkingBar } from './working-bar.tsx';

/** The frame of every page: the sidebar, the command palette, and the connection bar. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const narrow = useIsNarrow();
  const [menu, setMenu] = useState(false);
  useTabTitle();
  useAttentionNotices();
  useEffect(() => {
    if (!narrow) setMenu(false);
  }, [narrow]);
  return (
    <div className="flex h-full flex-col">
      <button
        type="button"
        className="sr-only focus:not-sr-only focus:absolute focus:z-60 focus:m-2 focus:rounded-md focus:bg-raised focus:p-2"
        onClick={() => {
          document.getElementById('main')?.focus();
        }}
      >
        Skip to the content
      </button>
      <WorkingBar />
      <ConnectionBar />
      <PausedBar />
      {narrow ? (
        <NarrowShell menu={menu} setMenu={setMenu}>
          {children}
        </NarrowShell>
      ) : (
        <WideShell>{children}</WideShell>
      )}
      <CommandPalette />
      <PageKeys />
    </div>
  );
}

function WideShell({ children }: { readonly children: ReactNode }) {
  return (
    <Split id="shell" initial="248px" min={184} max={400} minOfRest={320} first={<Sidebar />}>
      <main id="main" tabIndex={-1} className="flex h-full min-w-0 flex-col outline-none">
        {children}
      </main>
    </Split>
  );
}

function NarrowShell({
  children,
  menu,
  setMenu,
}: {
  readonly children: ReactNode;
  readonly menu: boolean;
  readonly setMenu: (open: boolean) => void;
}) {
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <NarrowBar open={menu} onToggle={() => setMenu(!menu)} />
      {menu ? (
        <div className="min-h-0 flex-1">
          <Sidebar onChoose={() => setMenu(false)} />
        </div>
      ) : (
        <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
          {children}
        </main>
      )}
    </div>
  );
}

function NarrowBar({ open, onToggle }: { readonly open: boolean; readonly onToggle: () => void }) {
  const waiting = useNeedCount();
  const Icon = open ? X : Menu;
  return (
    <nav aria-label="Wayfold" className="flex h-12 shrink-0 items-center gap-2 border-b bg-panel px-2">
      <button
        type="button"
        onClick={onToggle}
        aria-expanded={open}
        className="flex h-10 items-center gap-2 rounded-md px-2 font-semibold"
      >
        <Icon size={20} className="text-soft" aria-hidden />
        {open ? 'Close' : 'Wayfold'}
      </button>
      {waiting > 0 && !open && (
        <Link
          href="/inbox"
          className="ml-auto flex h-10 items-center gap-2 rounded-md px-2 text-small font-medium text-accent"
        >
          <Inbox size={16} aria-hidden />
          {waiting} waiting
        </Link>
      )}
    </nav>
  );
}
