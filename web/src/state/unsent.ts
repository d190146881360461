import { useCallback } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

interface UnsentTexts {
  readonly texts: Readonly<Record<string, string>>;
}

/** What was typed and not sent, by where. It outlives a change of views and a reload, in this tab only. */
const useUnsentTexts = create<UnsentTexts>()(
  persist((): UnsentTexts => ({ texts: {} }), {
    name: 'wayfold-unsent',
    storage: createJSONStorage(() => sessionStorage),
  }),
);

/** The text that somebody is writing at a place; `undefined` where nobody does. */
export function useUnsentText(
  place: string,
): readonly [string | undefined, (text: string | undefined) => void] {
  const text = useUnsentTexts(({ texts }) => texts[place]);
  const write = useCallback(
    (next: string | undefined) =>
      useUnsentTexts.setState(({ texts: { [place]: _, ...others } }) => ({
        texts: next === undefined ? others : { ...others, [place]: next },
      })),
    [place],
  );
  return [text, write];
}
