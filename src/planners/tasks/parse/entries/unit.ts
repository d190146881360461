import type { Fence } from '../layout/outline.ts';
import type { Role } from '../layout/section-roles.ts';
import type { Context } from './context.ts';
import type { Place } from './entry.ts';

/** A piece of a text that has one role, before anybody said which. */
export interface Unit {
  readonly kind: 'heading' | 'lead' | 'item' | 'prose' | 'columns' | 'row' | 'code' | 'scenario';
  /** Its words as they were written. */
  readonly text: string;
  readonly place: Place;
  /** What it stands under, as a task repeats it. */
  readonly context: Context;
  /** What the heading or the line above says that it is. */
  readonly given: Role | undefined;
  /** The label that its own sentence begins with, if that names a role. */
  readonly label: Role | undefined;
  /** The line that introduces it. */
  readonly lead: string;
  readonly status: 'open' | 'done' | 'dropped';
  readonly hasBox: boolean;
  readonly fence: Fence | undefined;
  /** What a question may be answered with. */
  readonly options: string[];
}
