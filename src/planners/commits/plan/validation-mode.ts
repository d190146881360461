/** How strictly a backend's output is validated. */
export const VALIDATION_MODES = ['strict', 'lenient', 'none'] as const;
/** One of {@link VALIDATION_MODES}. */
export type ValidationMode = (typeof VALIDATION_MODES)[number];
