/** One session of an editor in one mode: a conversation and what came of it. */
export interface ModeSession {
  /** Tells the editor what it can offer, and the plan if there is one. */
  begin(): Promise<void>;
  /** Begins with what the journal holds already; with `replay` the editor gets the conversation too. */
  resume(how: { readonly replay: boolean }): Promise<void>;
  /** Records a prompt and answers it. One prompt comes after the other. */
  answer(text: string, signal: AbortSignal): Promise<void>;
  /** Tells the editor nothing any more, and follows the journal no longer. */
  close(): void;
}
