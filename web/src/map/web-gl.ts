import { create } from 'zustand';

const useSupport = create<{ readonly hasWebGl: boolean }>(() => ({ hasWebGl: canDraw() }));

/** Whether this browser can draw with WebGL. */
export function useWebGl(): boolean {
  return useSupport(({ hasWebGl }) => hasWebGl);
}

/** WebGL turned out not to work here. */
export function disableWebGl(): void {
  useSupport.setState({ hasWebGl: false });
}

function canDraw(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
