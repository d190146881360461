import type { PlannerLine } from '../api/contracts.ts';
import type { SetupEdits } from '../setup/setup-edits.ts';
import { PlannerIcon } from '../shell/planner-icon.tsx';

/** An example of a planner to start from. */
export interface Suggestion {
  readonly planner: PlannerLine;
  readonly example: PlannerLine['examples'][number];
}

/** All examples of the chosen planner, or one of each while none is chosen. */
export function suggestionsOf(
  planners: readonly PlannerLine[],
  chosen: PlannerLine | undefined,
): readonly Suggestion[] {
  if (chosen) return chosen.examples.map((example) => ({ planner: chosen, example }));
  return planners.flatMap((planner) => {
    const [example] = planner.examples;
    return example ? [{ planner, example }] : [];
  });
}

/** Whether the current setup is that of an example. */
export function isSetUp({ config }: Suggestion['example'], edits: SetupEdits): boolean {
  const wanted = Object.entries(config ?? {});
  return wanted.length > 0 && wanted.every(([key, value]) => edits[key] === value);
}

/** Examples that fill in the box. Those with a description are cards, as in a gallery. */
export function Suggestions({
  suggestions,
  isTaken,
  onTake,
}: {
  readonly suggestions: readonly Suggestion[];
  /** Whether it is the current text or setup. */
  readonly isTaken: (example: Suggestion['example']) => boolean;
  readonly onTake: (suggestion: Suggestion) => void;
}) {
  if (suggestions.length === 0) return null;
  const isGallery = suggestions.every(({ example }) => example.description !== undefined);
  return (
    <ul
      aria-label="Suggestions"
      className={
        isGallery
          ? 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,220px),1fr))] gap-2'
          : 'flex flex-wrap gap-1.5'
      }
    >
      {!isGallery && (
        <li aria-hidden className="self-center pr-0.5 text-meta text-soft">
          Try
        </li>
      )}
      {suggestions.map((suggestion) => {
        const { planner, example } = suggestion;
        return (
          <li key={`${planner.id} ${example.title}`} className="flex min-w-0">
            <button
              type="button"
              aria-pressed={isTaken(example)}
              onClick={() => onTake(suggestion)}
              className={
                isGallery
                  ? 'flex w-full flex-col gap-0.5 rounded-md border bg-ground px-3 py-2 text-left hover:bg-hover aria-pressed:border-accent aria-pressed:bg-chosen'
                  : 'flex h-7 min-w-0 items-center gap-1.5 rounded-full border border-dashed px-2.5 text-meta text-soft hover:bg-hover hover:text-ink max-sm:h-10'
              }
            >
              {isGallery ? (
                <>
                  <span className="text-small font-medium">{example.title}</span>
                  <span className="text-meta text-soft">{example.description}</span>
                </>
              ) : (
                <>
                  <PlannerIcon plannerId={planner.id} />
                  <span className="truncate">{example.title}</span>
                </>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
