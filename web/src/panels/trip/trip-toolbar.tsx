import { Download, GitCompareArrows, Redo2, Undo2 } from 'lucide-react';
import type { TripData } from '../../../../src/planners/trip/module.ts';
import { Button } from '../../ui/button.tsx';
import { TripExport } from './trip-export.tsx';

/** The actions on a trip as a whole: undo, show the last repair, export. */
export function TripToolbar({
  trip,
  canChange,
  comparing,
  onUndo,
  onRedo,
  onCompare,
}: {
  readonly trip: TripData;
  readonly canChange: boolean;
  readonly comparing: boolean;
  readonly onUndo: () => Promise<unknown>;
  readonly onRedo: () => Promise<unknown>;
  readonly onCompare: () => void;
}) {
  const { canUndo, canRedo, undoes, redoes, mended } = trip;
  return (
    <div className="flex h-10 shrink-0 items-center gap-1 border-b px-2">
      <Button
        look="quiet"
        className="min-w-0 shrink! px-2!"
        disabled={!canChange || !canUndo}
        title={titleOf('Undo', undoes)}
        onClick={onUndo}
      >
        <Undo2 size={16} className="shrink-0" aria-hidden />
        <span>Undo</span>
        {undoes && <span className="max-w-60 truncate font-normal max-sm:sr-only">{undoes.label}</span>}
      </Button>
      <Button
        look="quiet"
        className="min-w-0 shrink! px-2!"
        disabled={!canChange || !canRedo}
        title={titleOf('Redo', redoes)}
        onClick={onRedo}
      >
        <Redo2 size={16} className="shrink-0" aria-hidden />
        <span>Redo</span>
        {redoes && <span className="max-w-60 truncate font-normal max-sm:sr-only">{redoes.label}</span>}
      </Button>
      <span className="flex-1" />
      {mended && (
        <Button
          look="quiet"
          className="px-2!"
          aria-pressed={comparing}
          title={mended.label}
          onClick={onCompare}
        >
          <GitCompareArrows size={16} aria-hidden />
          <span className="@max-md:sr-only">Last repair</span>
        </Button>
      )}
      <TripExport trip={trip}>
        <Download size={16} aria-hidden />
        <span className="@max-md:sr-only">Export</span>
      </TripExport>
    </div>
  );
}

function titleOf(verb: string, turn: TripData['undoes']): string {
  return turn ? `${verb}: ${turn.label}` : `Nothing to ${verb.toLowerCase()}`;
}
