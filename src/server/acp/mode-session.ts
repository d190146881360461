/** One session of an editor in one mode: a conversation and what came of it. */
export interface ModeSession {
  readonly isBusy: boolean;
  /** Tells the editor what it can offer, and the plan if there is one. */
  begin(): Promise<void>;
  /** Begins with what the journal holds already; with `replay` the editor gets the conversation too. */
  resume(how: { readonly replay: boolean }): Promise<void>;
  /** Records a prompt and answers it. */
  prompt(text: string, connection: AbortSignal): Promise<'end_turn' | 'cancelled'>;
  cancel(): void;
  /** Ends what is under way, and follows the journal no longer. */
  close(): Promise<void>;
}
