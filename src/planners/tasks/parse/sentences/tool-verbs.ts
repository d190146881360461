const TOOL_VERBS = new Set([
  'run',
  'execute',
  'install',
  'build',
  'compile',
  'deploy',
  'test',
  'lint',
  'format',
  'call',
  'fetch',
  'download',
  'curl',
  'start',
  'stop',
  'restart',
  'migrate',
]);

/** Whether a word by itself, in any case, asks for a tool. */
export function isToolVerb(word: string): boolean {
  return TOOL_VERBS.has(word.toLowerCase());
}
