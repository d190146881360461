import type { AvailableCommand, PermissionOption, PlanEntry } from '@agentclientprotocol/sdk';
import type { RegistryEntry } from '../../host/registry.ts';
import type { Envelope, Fact, ProposedFact } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';

/** A journal as a planner's session has it. */
export type SessionJournal = Journal<Envelope>;

/** Something that a planner wants of the person, who answers by choosing. */
export interface Wish {
  /** Which one it is: what was not answered is not asked again in the same turn. */
  readonly key: string;
  readonly title: string;
  readonly options: readonly PermissionOption[];
  /** Does what was chosen, by the person who is named. */
  grant(journal: SessionJournal, optionId: string, by: string): Promise<Granted>;
}

/** What a choice led to: something that was said to the planner, or something that is done. */
export type Granted = { readonly type: 'said' } | { readonly type: 'done' } | { readonly type: 'left' };

/** What a prompt is to a planner. */
export type Meaning =
  /** The fact that it becomes, with the name of the person. */
  | { readonly type: 'say'; readonly fact: ProposedFact }
  /** A command, which is done at once and answered. */
  | { readonly type: 'do'; run(journal: SessionJournal, by: string): Promise<string> };

/** Takes the facts of a session in, one after the other, and says what each is to the person; undefined when nothing. */
export type Teller = (fact: Fact) => string | undefined;

/** A planner as an editor has it: how it is run, and how what it does is shown. */
export interface EditorPlanner {
  readonly entry: RegistryEntry;
  /** What it is set up with where nobody has done so. */
  readonly config: unknown;
  readonly commands: readonly AvailableCommand[];
  meaningOf(text: string, facts: readonly Fact[]): Meaning;
  /** What a person said with a fact; undefined when it is none of theirs. */
  said(fact: Fact, before: readonly Fact[]): string | undefined;
  /** Tells a session from its start. */
  teller(): Teller;
  /** The plan as the editor shows it; undefined when there is none. */
  plan(facts: readonly Fact[]): readonly PlanEntry[] | undefined;
  wish(facts: readonly Fact[]): Wish | undefined;
}

/** A planner that an editor can choose, as a mode of its session. Its journals are `<id>:<session>`. */
export interface PlannerMode {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** It is loaded when it is first chosen. */
  load(): Promise<EditorPlanner>;
}
