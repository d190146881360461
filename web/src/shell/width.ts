import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 767px)');

/** Whether the page is as narrow as a phone: one column, with tabs at the bottom. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener);
      return () => narrow.removeEventListener('change', listener);
    },
    () => narrow.matches,
  );
}
