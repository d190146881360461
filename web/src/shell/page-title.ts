import { useEffect } from 'react';
import { create } from 'zustand';
import { useNeedCount } from '../state/attention.ts';

const usePage = create<{ readonly title: string }>(() => ({ title: '' }));

/** Names the page in the tab of the browser for as long as it is shown. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    usePage.setState({ title });
    return () => usePage.setState({ title: '' });
  }, [title]);
}

/** Keeps the tab's title: how much needs a person, and which page it is. */
export function useTabTitle(): void {
  const count = useNeedCount();
  const title = usePage((state) => state.title);
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${title === '' ? '' : `${title} · `}Wayfold`;
  }, [count, title]);
}
