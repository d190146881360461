import { useCallback, useMemo } from 'react';
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

type Text = string | undefined;

/** The text that somebody is writing at a place; `undefined` where nobody does. */
export function useUnsentText(place: string): readonly [Text, (next: Text | ((text: Text) => Text)) => void] {
  const text = useUnsentTexts(({ texts }) => texts[place]);
  const write = useCallback(
    (next: Text | ((text: Text) => Text)) =>
      useUnsentTexts.setState(({ texts: { [place]: before, ...others } }) => {
        const written = typeof next === 'function' ? next(before) : next;
        return { texts: written === undefined ? others : { ...others, [place]: written } };
      }),
    [place],
  );
  return [text, write];
}

/** What is being written at places that begin with `prefix`, by the rest of their names. */
export function useUnsentUnder(prefix: string): Readonly<Record<string, string>> {
  const texts = useUnsentTexts((state) => state.texts);
  return useMemo(
    () =>
      Object.fromEntries(
        Object.entries(texts)
          .filter(([place]) => place.startsWith(prefix))
          .map(([place, text]) => [place.slice(prefix.length), text]),
      ),
    [texts, prefix],
  );
}

/** Keeps a text for a place where somebody will go on writing. */
export function keepUnsentText(place: string, text: string): void {
  useUnsentTexts.setState(({ texts }) => ({ texts: { ...texts, [place]: text } }));
}
