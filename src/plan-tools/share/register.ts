import type { StepConflict } from '../plan/plan.ts';
import { isKnownTo, type SharedChange } from './shared-change.ts';

interface Write<Value> {
  readonly value: Value;
  readonly source: SharedChange;
}

/** One field of a shared plan: the last write, and concurrent writes by others. */
export class Register<Value> {
  #writes: Write<Value>[] = [];

  /** Writes come in fold order. */
  write(value: Value, source: SharedChange): void {
    const others = this.#writes.filter(
      (write) => write.source !== source && !isKnownTo(write.source, source),
    );
    this.#writes = [...others, { value, source }];
  }

  /** The last written value. */
  get value(): Value | undefined {
    return this.#writes.at(-1)?.value;
  }

  /** The change that wrote it. */
  get source(): SharedChange | undefined {
    return this.#writes.at(-1)?.source;
  }

  /** Concurrent values of several clones, if they differ. */
  conflict(field: string, text: (value: Value) => string): readonly StepConflict[] {
    const values = this.#writes.map(({ value, source }) => ({
      value: text(value),
      by: source.by ?? source.clone,
    }));
    return new Set(values.map(({ value }) => value)).size > 1 ? [{ field, values }] : [];
  }
}
