import { create } from 'zustand';

/** Whether the page hears from the server. */
export const useConnection = create<{ readonly broken: boolean }>(() => ({ broken: false }));

const broken = new Set<symbol>();

/** Says how one stream stands. The page is connected when none is broken. */
export function reportConnection(stream: symbol, standing: 'open' | 'broken' | 'ended'): void {
  if (standing === 'broken') broken.add(stream);
  else broken.delete(stream);
  useConnection.setState({ broken: broken.size > 0 });
}
