/** The result of one check. `info` is for what only some people need. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'info' | 'warn' | 'fail';
  readonly text: string;
  readonly fix?: string;
}
