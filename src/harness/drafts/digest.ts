import { canonicalJson } from '../../journal/integrity/canonical-json.ts';
import { sha256 } from '../../journal/integrity/sha256.ts';
import type { MessageAttachment } from '../facts.ts';

/** What of a draft reaches the other side, and what an approval therefore has to name. */
export interface ComposeContent {
  readonly composeId: string;
  readonly text: string;
  readonly attachments?: readonly MessageAttachment[] | undefined;
  readonly nextStateHint?: string | undefined;
}

/** The SHA-256 over the canonical JSON of composeId, text, attachments and nextStateHint. */
export function digestOf({ composeId, text, attachments, nextStateHint }: ComposeContent): string {
  return sha256(canonicalJson({ composeId, text, attachments, nextStateHint }, 'compose'));
}
