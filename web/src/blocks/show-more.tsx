import { useState } from 'react';
import { Button } from '../ui/button.tsx';

/** The first items of a long list, and a button for the same number again. */
export function useFirst<Item>(items: readonly Item[], atOnce: number) {
  const [limit, setLimit] = useState(atOnce);
  return {
    first: items.length > limit ? items.slice(0, limit) : items,
    hidden: Math.max(0, items.length - limit),
    showMore: () => setLimit(limit + atOnce),
  };
}

/** Shows more of a long list; nothing where all of it is shown. */
export function ShowMore({
  hidden,
  noun,
  onMore,
}: {
  readonly hidden: number;
  /** What the items are, in the plural. */
  readonly noun: string;
  readonly onMore: () => void;
}) {
  if (hidden === 0) return null;
  return (
    <Button look="quiet" onClick={onMore} className="my-1">
      Show more ({hidden.toLocaleString('en')} {noun} hidden)
    </Button>
  );
}
