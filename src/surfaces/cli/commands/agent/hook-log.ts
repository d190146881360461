/** The file of a data directory that has a line for each hook that went wrong. */
export const HOOK_LOG = 'hooks.log';
