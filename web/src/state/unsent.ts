import { useCallback, useMemo } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

interface UnsentTexts {
  readonly texts: Readonly<Record<string, string>>;
}

/** Unsent texts by place. They survive a change of views and a reload, in this tab only. */
const useUnsentTexts = create<UnsentTexts>()(
  persist((): UnsentTexts => ({ texts: {} }), {
    name: 'wayfold-unsent',
    storage: createJSONStorage(() => sessionStorage),
  }),
);

type Text = string | undefined;

/** The unsent text at a place; `undefined` if there is none. */
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

/** The unsent texts at places that begin with `prefix`, by the rest of their names. */
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

/** Keeps an unsent text for a place. */
export function keepUnsentText(place: string, text: string): void {
  useUnsentTexts.setState(({ texts }) => ({ texts: { ...texts, [place]: text } }));
}
