import type { Fence } from '../layout/outline.ts';
import type { Role } from '../layout/section-roles.ts';
import type { Context } from './context.ts';
import type { Place } from './entry.ts';

/** A piece of a text that has one role, not yet determined. */
export interface Unit {
  readonly kind: 'heading' | 'lead' | 'item' | 'prose' | 'columns' | 'row' | 'code' | 'scenario';
  /** Its original text. */
  readonly text: string;
  readonly place: Place;
  /** The context to repeat in the task. */
  readonly context: Context;
  /** The role given by the heading or the line above. */
  readonly given: Role | undefined;
  /** The role given by the label of its own sentence. */
  readonly label: Role | undefined;
  /** The introduction above it. */
  readonly lead: string;
  readonly status: 'open' | 'done' | 'dropped';
  readonly hasBox: boolean;
  readonly fence: Fence | undefined;
  /** The possible answers of a question. */
  readonly options: string[];
}
