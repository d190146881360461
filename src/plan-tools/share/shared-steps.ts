import type { StepClaim, StepLink } from '../graph/step-relations.ts';
import type { Evidence } from '../plan/evidence.ts';
import type { PlanStep, StepConflict, StepStatus } from '../plan/plan.ts';
import type { StepChange } from './apply-changes.ts';
import { evidenceOf, type PlanChange } from './plan-change.ts';
import { Register } from './register.ts';
import { isKnownTo, type SharedChange } from './shared-change.ts';

interface Entry<Value> {
  readonly value: Value;
  readonly source: SharedChange;
}

/** One step of a shared plan, with what each clone did to it. */
export class SharedStep {
  /** Its original id. */
  readonly id: string;
  readonly added: SharedChange;
  readonly key: string;
  readonly #title = new Register<string>();
  readonly #details = new Register<string | null>();
  readonly #status = new Register<StepStatus>();
  readonly #claim = new Register<StepClaim | null>();
  #notes: Entry<string>[] = [];
  #evidence: Entry<Evidence>[] = [];
  #touches: SharedChange[] = [];
  #removals: SharedChange[] = [];

  constructor(id: string, added: SharedChange) {
    this.id = id;
    this.added = added;
    this.key = `${id} ${added.fact}`;
  }

  /** Records a change to it: a removal by a clone that did not know of the change has no effect. */
  touch(source: SharedChange): void {
    this.#touches = [...this.#touches.filter((each) => !isKnownTo(each, source) && each !== source), source];
  }

  remove(source: SharedChange): void {
    this.#removals.push(source);
  }

  change(change: Exclude<StepChange, { link: object }>, source: SharedChange): void {
    this.touch(source);
    const unknown = <Value>(entries: readonly Entry<Value>[]) =>
      entries.filter((entry) => !isKnownTo(entry.source, source));
    const entry = <Value>(value: Value) => ({ value, source });
    if ('title' in change) this.#title.write(change.title, source);
    else if ('details' in change) this.#details.write(change.details, source);
    else if ('status' in change) this.#status.write(change.status, source);
    else if ('claim' in change) this.#claim.write(change.claim, source);
    else if ('note' in change) this.#notes.push(entry(change.note));
    else if ('notes' in change) this.#notes = [...unknown(this.#notes), ...change.notes.map(entry)];
    else if ('evidence' in change) this.#evidence.push(...change.evidence.flatMap(evidenceOf).map(entry));
    else {
      this.#evidence = [...unknown(this.#evidence), ...change.allEvidence.flatMap(evidenceOf).map(entry)];
    }
  }

  /** Whether it is in the plan: it has a change that no clone that removed it knew of. */
  get isPresent(): boolean {
    return this.#touches.some((touch) => !this.#removals.some((removal) => isKnownTo(touch, removal)));
  }

  toStep(stepId: string): PlanStep {
    const claim = this.#claim.value;
    const evidence = this.#evidence.map(({ value }) => value);
    const conflicts = this.#conflicts();
    return {
      stepId,
      title: this.#title.value ?? '',
      details: this.#details.value ?? null,
      status: this.#status.value ?? 'pending',
      notes: this.#notes.map(({ value }) => value),
      ...(evidence.length > 0 && { evidence }),
      ...(claim && { claim }),
      ...(conflicts.length > 0 && { conflicts }),
    };
  }

  #conflicts(): readonly StepConflict[] {
    // A change by somebody who knew of the removal resolves it.
    const open = this.#removals.filter(
      (removal) => !this.#touches.some((touch) => isKnownTo(removal, touch)),
    );
    const removed = open.map(({ by, clone }) => ({ value: 'removed', by: by ?? clone }));
    const kept = this.#touches.map(({ by, clone }) => ({ value: 'changed', by: by ?? clone }));
    return [
      ...this.#title.conflict('title', String),
      ...this.#details.conflict('details', (details) => details ?? ''),
      ...this.#status.conflict('status', String),
      ...this.#claim.conflict('claim', (claim) => claim?.agent ?? ''),
      ...(removed.length > 0 ? [{ field: 'removed', values: [...removed, ...kept] }] : []),
    ];
  }
}

/** A link between two steps by their keys. */
interface SharedLink extends StepLink {
  readonly register: Register<boolean>;
}

/** The steps of a shared plan. */
export class SharedSteps {
  readonly #byId = new Map<string, SharedStep[]>();
  readonly #byOtherId = new Map<string, SharedStep[]>();
  readonly #byKey = new Map<string, SharedStep>();
  readonly #links = new Map<string, SharedLink>();

  get all(): readonly SharedStep[] {
    return [...this.#byKey.values()];
  }

  /** The existing links, in the order they were added. */
  get links(): readonly StepLink[] {
    return [...this.#links.values()].filter(({ register }) => register.value === true);
  }

  add({ add: id, title, details }: Extract<PlanChange, { add: string }>, source: SharedChange): SharedStep {
    const known = this.find(id, source);
    // A clone that restored an earlier state of the plan has it again.
    const step = known ?? new SharedStep(id, source);
    if (known === undefined) {
      this.#byId.set(id, [...(this.#byId.get(id) ?? []), step]);
      this.#byKey.set(step.key, step);
      this.#byOtherId.set(otherId(step), [...(this.#byOtherId.get(otherId(step)) ?? []), step]);
    }
    step.change({ step: id, title }, source);
    step.change({ step: id, details }, source);
    if (known) step.change({ step: id, status: 'pending' }, source);
    if (known) step.change({ step: id, notes: [] }, source);
    return step;
  }

  /**
   * The step that the author of a change means by this id. Clones that started sharing at the same time may have
   * assigned the same id: then each of their steps gets an id with a prefix of its clone.
   */
  find(id: string, source: SharedChange): SharedStep | undefined {
    const [own] = this.#byId.get(id)?.filter(({ added }) => isSeen(added, source)) ?? [];
    return own ?? this.#byOtherId.get(id)?.find(({ added }) => isSeen(added, source));
  }

  /** Steps whose id another clone has assigned to another step. */
  get renamed(): readonly SharedStep[] {
    return [...this.#byId.values()].filter((steps) => steps.length > 1).flat();
  }

  byKey(key: string): SharedStep | undefined {
    return this.#byKey.get(key);
  }

  link({ from, type, to }: StepLink, isLinked: boolean, source: SharedChange): void {
    const [first, second] = [this.find(from, source), this.find(to, source)];
    if (first === undefined || second === undefined) return;
    const key = `${first.key} ${type} ${second.key}`;
    const known = this.#links.get(key) ?? { from: first.key, type, to: second.key, register: new Register() };
    known.register.write(isLinked, source);
    // Moved to the end, so that links stay in the order they were added.
    this.#links.delete(key);
    this.#links.set(key, known);
    if (isLinked) for (const step of [first, second]) step.touch(source);
  }

  /** A step's id in all clones. */
  idOf(step: SharedStep): string {
    return (this.#byId.get(step.id) ?? []).length > 1 ? otherId(step) : step.id;
  }
}

function isSeen(added: SharedChange, source: SharedChange): boolean {
  return added === source || isKnownTo(added, source);
}

const MAX_SUFFIX_LENGTH = 16;

/**
 * The id of a step whose original id another clone has also assigned: neither keeps it, so that they are not
 * confused.
 */
function otherId({ id, added: { clone } }: SharedStep): string {
  const [number, suffix] = id.split('-');
  // Clones whose ids start alike are distinguished by the full id.
  return `${number}-${suffix === undefined ? suffixFor(clone) : clone.slice(0, MAX_SUFFIX_LENGTH)}`;
}

/** The suffix of step ids that a clone assigns. */
export function suffixFor(clone: string): string {
  return clone.slice(0, 4);
}
