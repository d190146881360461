import { useId } from 'react';

const MEANINGS = [
  { isReceived: false, label: 'My goal' },
  { isReceived: true, label: 'A message I received' },
] as const;

/** Chooses whether the words are the person's goal or a message of the other side. */
export function WordsChoice({
  isReceived,
  onChange,
}: {
  readonly isReceived: boolean;
  readonly onChange: (isReceived: boolean) => void;
}) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small">
      <legend className="sr-only">What this text is</legend>
      {MEANINGS.map((each) => (
        <label key={each.label} className="flex items-center gap-2 max-sm:min-h-10">
          <input
            type="radio"
            name={name}
            checked={each.isReceived === isReceived}
            onChange={() => onChange(each.isReceived)}
            className="size-4 accent-accent-fill"
          />
          {each.label}
        </label>
      ))}
    </fieldset>
  );
}
