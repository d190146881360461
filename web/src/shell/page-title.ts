import { useEffect } from 'react';
import { create } from 'zustand';
import { useNeedCount } from '../state/attention.ts';

const usePage = create<{ readonly title: string }>(() => ({ title: '' }));

/** Sets the title of the browser tab while the page is shown. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    usePage.setState({ title });
    return () => usePage.setState({ title: '' });
  }, [title]);
}

/** Keeps the tab's title up to date: the number of items that need a person, and the page. */
export function useTabTitle(): void {
  const count = useNeedCount();
  const title = usePage((state) => state.title);
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${title === '' ? '' : `${title} · `}Wayfold`;
  }, [count, title]);
}
