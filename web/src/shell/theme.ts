import { create } from 'zustand';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'wayfold-theme';

/** Which colours are shown. */
export const useTheme = create<{ readonly theme: Theme }>(() => ({ theme: stored() }));

/** Brings the chosen colours onto the page. */
export function applyTheme(): void {
  const { theme } = useTheme.getState();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
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
