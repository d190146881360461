import { create } from 'zustand';

/** How high the place is where one writes: what stands there in the past takes the same room, so that nothing moves. */
export const useComposerHeight = create<{ readonly height: number }>(() => ({ height: 0 }));
