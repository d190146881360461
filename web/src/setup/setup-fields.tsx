import type { SetupField, SetupSnapshot, SetupValue } from '../api/contracts.ts';
import { type SetupEdits, shownValue } from './setup-edits.ts';
import { SetupFieldRow } from './setup-field.tsx';

/** The visible fields of a setup card, and its summary. */
export function SetupFields({
  snapshot,
  isCurrent,
  edits,
  disabled,
  onEdit,
  onFile,
}: {
  readonly snapshot: SetupSnapshot;
  /** Whether the snapshot is about the current input. */
  readonly isCurrent: boolean;
  readonly edits: SetupEdits;
  readonly disabled: boolean;
  onEdit(key: string, value: SetupValue | null): void;
  onFile?(file: File): Promise<string | undefined>;
}) {
  const fields = snapshot.fields.map((field) =>
    !isCurrent && isLoaded(field) && shownValue(field, edits) !== field.value
      ? { ...field, pending: true }
      : field,
  );
  // What is loaded now may come to something else.
  const preview = fields.some(({ pending }) => pending) ? undefined : snapshot.preview;
  return (
    <div className="flex flex-col gap-4">
      {fields
        .filter(({ visible = true }) => visible)
        .map((field) => (
          <SetupFieldRow
            key={field.key}
            field={field}
            value={shownValue(field, edits)}
            disabled={disabled}
            touched={field.key in edits}
            onChange={(value) => onEdit(field.key, value)}
            {...(onFile && { onFile })}
          />
        ))}
      {preview && (
        <section aria-label="Preview" className="rounded-md border bg-panel px-3 py-2">
          <h2 className="text-meta font-medium text-soft">Preview</h2>
          <p className="mt-1 text-small break-words whitespace-pre-wrap">{preview}</p>
        </section>
      )}
    </div>
  );
}

/** Whether the content that a field refers to is loaded: the server answers once it is. */
function isLoaded({ pending }: SetupField): boolean {
  return pending !== undefined;
}
