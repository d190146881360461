import type { PlannerLine } from '../api/contracts.ts';
import { CommandForm } from '../commands/command-form.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** An export format of a session. */
export type ExportFormat = PlannerLine['exports'][number];

/** Asks for the options of an export format. */
export function ExportDialog({
  format,
  onSave,
  onClose,
}: {
  readonly format: ExportFormat | undefined;
  readonly onSave: (format: ExportFormat, input: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      open={format !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={format ? `Export as ${format.title}` : 'Export'}
    >
      {format && (
        <CommandForm
          command={{ type: format.format }}
          input={format.input ?? {}}
          label={`Export as ${format.title}`}
          submitLabel="Export"
          onCommand={({ type: _, ...input }) => onSave(format, input)}
          onDone={onClose}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
