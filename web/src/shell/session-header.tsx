import {
  Archive,
  ArchiveRestore,
  ArrowLeftRight,
  CirclePause,
  CirclePlay,
  Columns2,
  Copy,
  Download,
  GitFork,
  MoreHorizontal,
  PenLine,
  PlugZap,
  Radio,
  Square,
  Unplug,
} from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { sessionPath } from '../api/client.ts';
import type { SessionState } from '../api/contracts.ts';
import { saveArtifact } from '../commands/artifact-files.tsx';
import { compareAddress } from '../journal/compare-address.ts';
import { panelOf } from '../panels/planner-panels.ts';
import { sendCommand, usePendingAction } from '../state/commands.ts';
import { askToFork } from '../state/forking.ts';
import { useIsPresent, useOpenSession, useShown } from '../state/open-session.ts';
import { saveExport } from '../state/save-export.ts';
import { usePlanner, useTitles } from '../state/sessions.ts';
import { sideName } from '../state/side-name.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { ExportDialog, type ExportFormat } from './export-dialog.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { PairDialog } from './pair-dialog.tsx';
import { PlannerIcon } from './planner-icon.tsx';
import { PublishedDialog } from './published-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { cancelLabel, useSessionActions } from './session-actions.ts';
import { StatusBadge, StatusDot } from './session-status.tsx';
import { SpentLine } from './spent-line.tsx';

/** The title, status and actions of the session. */
export function SessionHeader() {
  const shown = useShown();
  const present = useIsPresent();
  const doing = usePendingAction();
  const planner = usePlanner(shown?.plannerId);
  if (shown === undefined) return null;
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b px-4 max-sm:px-3">
        <span className="text-soft" title={shown.plannerName}>
          <PlannerIcon plannerId={shown.plannerId} />
        </span>
        <h1 className="min-w-0 truncate text-title font-semibold" title={shown.title || shown.id}>
          {shown.title || shown.id}
        </h1>
        <span className="shrink-0 max-sm:hidden">
          <StatusBadge status={shown.standing} />
        </span>
        <span className="shrink-0 leading-none sm:hidden">
          <StatusDot status={shown.standing} />
        </span>
        {shown.model.demo && planner !== undefined && planner.talks !== 'nobody' && (
          <span
            className="shrink-0 text-meta text-soft max-lg:hidden"
            title="The built-in model: no key needed"
          >
            offline model
          </span>
        )}
        <span className="flex-1" />
        <SpentLine />
        <Kin session={shown} />
        {present && !shown.archived && !shown.readOnly && <ModeSwitch />}
        <SessionMenu session={shown} doing={doing} />
      </header>
      {doing.problem && (
        <div className="px-4 pt-2">
          <ProblemNote problem={doing.problem} onClose={doing.clear} />
        </div>
      )}
    </>
  );
}

/** The related session or agent: its partner, or the session it was forked from. */
function Kin({ session }: { readonly session: SessionState }) {
  const { title, forkOf, pairedWith, connectedTo, published } = session;
  const titleOf = useTitles();
  const [showsAddress, setShowsAddress] = useState(false);
  if (pairedWith !== null) {
    return (
      <Link
        href={`/sessions/${encodeURIComponent(pairedWith)}`}
        className="flex min-w-0 items-center gap-1.5 rounded-sm text-meta text-soft hover:text-ink max-sm:hidden"
      >
        <ArrowLeftRight size={14} className="shrink-0" aria-hidden />
        <span className="sr-only">Talks to </span>
        <span className="max-w-48 truncate">{sideName(titleOf(pairedWith), title)}</span>
      </Link>
    );
  }
  if (connectedTo !== null) {
    return (
      <span
        className="flex min-w-0 items-center gap-1.5 text-meta text-soft max-sm:hidden"
        title={connectedTo.cardUrl}
      >
        <PlugZap size={14} className="shrink-0" aria-hidden />
        <span className="sr-only">Talks to </span>
        <span className="max-w-48 truncate">{connectedTo.name}</span>
      </span>
    );
  }
  if (published) {
    return (
      <>
        <button
          type="button"
          onClick={() => setShowsAddress(true)}
          className="flex items-center gap-1.5 rounded-sm text-meta text-soft hover:text-ink max-sm:hidden"
        >
          <Radio size={14} className="shrink-0" aria-hidden />
          Published
        </button>
        <PublishedDialog
          session={showsAddress ? session : undefined}
          onClose={() => setShowsAddress(false)}
        />
      </>
    );
  }
  if (forkOf === null) return null;
  return (
    <Link
      href={`/sessions/${encodeURIComponent(forkOf.session)}?at=${forkOf.at}`}
      className="flex min-w-0 items-center gap-1.5 rounded-sm text-meta text-soft hover:text-ink max-sm:hidden"
    >
      <GitFork size={14} className="shrink-0" aria-hidden />
      <span className="max-w-56 truncate">
        Fork of {titleOf(forkOf.session)} at seq {forkOf.at}
      </span>
    </Link>
  );
}

function compareEntries({ id, forkOf }: SessionState, go: (address: string) => void): readonly MenuEntry[] {
  const compare = {
    label: 'Compare with another session',
    icon: Columns2,
    onSelect: () => go(`/compare?left=${encodeURIComponent(id)}`),
  };
  if (forkOf === null) return [compare];
  const original = {
    label: 'Compare with the original',
    icon: Columns2,
    onSelect: () => go(compareAddress(forkOf.session, id)),
  };
  return [original, compare];
}

/** The entries of a group, with a separator above. */
function parted([first, ...rest]: readonly MenuEntry[], at: number): readonly MenuEntry[] {
  return first === undefined ? [] : [{ ...first, isParted: at > 0 }, ...rest];
}

function SessionMenu({
  session,
  doing,
}: {
  readonly session: SessionState;
  readonly doing: ReturnType<typeof usePendingAction>;
}) {
  const { at, head } = useOpenSession();
  const [, go] = useLocation();
  const actions = useSessionActions();
  const planner = usePlanner(session.plannerId);
  const cancels = cancelLabel(session, planner);
  const { exports = [] } = planner ?? {};
  const isOpen = !session.archived && !session.readOnly;
  const [renamed, setRenamed] = useState<SessionState>();
  const [format, setFormat] = useState<ExportFormat>();
  const [pairing, setPairing] = useState<SessionState>();
  const [connecting, setConnecting] = useState<SessionState>();
  const [publishing, setPublishing] = useState<SessionState>();
  const save = ({ format: name }: ExportFormat, input = {}) =>
    saveExport(session.id, { format: name, input, at });
  const versions: readonly MenuEntry[] = [
    {
      label: at === undefined ? 'Fork from now' : `Fork from seq ${at}`,
      icon: GitFork,
      onSelect: () => askToFork(at ?? head),
    },
    ...compareEntries(session, go),
    ...(!isOpen ? [] : [{ label: 'Rename', icon: PenLine, onSelect: () => setRenamed(session) }]),
    {
      label: 'Duplicate setup',
      icon: Copy,
      onSelect: () => void doing.run(() => actions.duplicate(session)),
    },
  ];
  const files: readonly MenuEntry[] = [
    {
      label: 'Export as JSON lines',
      icon: Download,
      onSelect: () => window.location.assign(sessionPath(session.id, '/export')),
    },
    ...exports.map((each) => ({
      label: `Export as ${each.title}`,
      icon: Download,
      onSelect: () => (each.input ? setFormat(each) : void doing.run(() => save(each))),
    })),
    // Where blocks are shown, they stand below these.
    ...(panelOf(session.plannerId) ? session.artifacts : []).map((artifact) => ({
      label: `Download ${artifact.name}`,
      icon: Download,
      onSelect: () => void doing.run(() => saveArtifact(session, artifact)),
    })),
  ];
  const others: readonly MenuEntry[] = isOpen ? transportEntries() : [];
  /** A session talks to one side at a time: another is offered once the first is disconnected. */
  function transportEntries(): readonly MenuEntry[] {
    const { id, connectedTo, pairedWith, published } = session;
    const give = (label: string, up: () => Promise<unknown>): MenuEntry => ({
      label,
      icon: Unplug,
      onSelect: () => void doing.run(up),
    });
    if (pairedWith !== null) return [give('Unpair', () => actions.unpair(session))];
    if (connectedTo !== null) {
      return [give(`Disconnect from ${connectedTo.name}`, () => sendCommand(id, { type: 'disconnect' }))];
    }
    if (published) {
      return [
        { label: 'Address for other agents', icon: Radio, onSelect: () => setPublishing(session) },
        give('Stop publishing', () => sendCommand(id, { type: 'unpublish' })),
      ];
    }
    const publish = async () => {
      await sendCommand(id, { type: 'publish' });
      setPublishing(session);
    };
    return [
      ...(planner?.commands.includes('publish')
        ? [{ label: 'Publish to other agents', icon: Radio, onSelect: () => void doing.run(publish) }]
        : []),
      ...(planner?.talks === 'agent'
        ? [
            { label: 'Pair with a session', icon: ArrowLeftRight, onSelect: () => setPairing(session) },
            { label: 'Connect to an agent', icon: PlugZap, onSelect: () => setConnecting(session) },
          ]
        : []),
    ];
  }
  const running: readonly MenuEntry[] = [
    ...(isOpen && cancels !== undefined
      ? [
          {
            label: cancels,
            icon: Square,
            onSelect: () => void doing.run(() => sendCommand(session.id, { type: 'cancel' })),
          },
        ]
      : []),
    ...(isOpen
      ? [
          session.pause === null
            ? {
                label: 'Pause',
                icon: CirclePause,
                onSelect: () => void doing.run(() => sendCommand(session.id, { type: 'pause' })),
              }
            : {
                label: 'Resume',
                icon: CirclePlay,
                onSelect: () => void doing.run(() => sendCommand(session.id, { type: 'resume' })),
              },
          {
            label: 'Archive',
            icon: Archive,
            danger: true,
            onSelect: () => void doing.run(() => actions.archive(session)),
          },
        ]
      : session.readOnly
        ? []
        : [
            {
              label: 'Reopen',
              icon: ArchiveRestore,
              onSelect: () => void doing.run(() => sendCommand(session.id, { type: 'reopen' })),
            },
          ]),
  ];
  return (
    <>
      <Menu
        entries={[versions, files, others, running].flatMap(parted)}
        trigger={
          <IconButton label="More" waits={doing.busy}>
            <MoreHorizontal size={16} aria-hidden />
          </IconButton>
        }
      />
      <ExportDialog format={format} onSave={save} onClose={() => setFormat(undefined)} />
      <RenameDialog session={renamed} onClose={() => setRenamed(undefined)} />
      <PairDialog session={pairing} onClose={() => setPairing(undefined)} />
      <ConnectDialog session={connecting} onClose={() => setConnecting(undefined)} />
      <PublishedDialog session={publishing} onClose={() => setPublishing(undefined)} />
    </>
  );
}
