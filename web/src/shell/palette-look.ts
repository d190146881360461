export const PALETTE_BACKDROP = 'fixed inset-0 z-40 bg-[oklch(15%_0.01_265/0.35)]';
export const PALETTE_FRAME =
  'fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-24px)] max-w-xl -translate-x-1/2 overflow-hidden rounded-md border bg-raised shadow-[0_12px_40px_oklch(15%_0.02_265/0.25)]';
export const PALETTE_INPUT = 'h-11 w-full border-b bg-transparent px-4 text-body outline-none';
export const PALETTE_PLACEHOLDER = 'Go to a session, or do something';
