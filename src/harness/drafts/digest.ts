import { canonicalJson } from '../../journal/integrity/canonical-json.ts';
import { sha256 } from '../../journal/integrity/sha256.ts';
import type { MessageAttachment } from '../facts.ts';

/** The part of a draft that reaches the other side, which an approval has to identify. */
export interface ComposeContent {
  readonly composeId: string;
  readonly text: string;
  readonly attachments?: readonly MessageAttachment[] | undefined;
  readonly nextStateHint?: string | undefined;
}

/** The SHA-256 of the canonical JSON of composeId, text, attachments and nextStateHint. */
export function digestOf({ composeId, text, attachments, nextStateHint }: ComposeContent): string {
  return sha256(canonicalJson({ composeId, text, attachments, nextStateHint }, 'compose'));
}
