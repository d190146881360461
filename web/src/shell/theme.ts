import { useSyncExternalStore } from 'react';
import { create } from 'zustand';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'wayfold-theme';

/** The colour theme. */
export const useTheme = create<{ readonly theme: Theme }>(() => ({ theme: stored() }));

/** Applies the chosen theme to the page. */
export function applyTheme(): void {
  const { theme } = useTheme.getState();
  // Pages that the server writes itself have no script to look it up.
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not there on plain HTTP
  document.cookie = `${KEY}=${theme}; path=/errors; max-age=31536000; samesite=strict`;
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/** The current colour scheme, for what CSS does not draw and has to be redrawn. */
export function useColourScheme(): 'light' | 'dark' {
  const theme = useTheme((state) => state.theme);
  const isDark = useSyncExternalStore(
    (listener) => {
      systemIsDark.addEventListener('change', listener);
      return () => systemIsDark.removeEventListener('change', listener);
    },
    () => systemIsDark.matches,
  );
  return theme === 'system' ? (isDark ? 'dark' : 'light') : theme;
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  useTheme.setState({ theme });
  applyTheme();
}

function stored(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}
