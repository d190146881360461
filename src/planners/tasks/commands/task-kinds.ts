import { PlannerError } from '../error.ts';
import { type KindPolicies, type TaskKind, type TaskPolicy, USUAL_KINDS } from '../facts.ts';

/** The available kinds of tasks. */
export function knownKinds(kinds: KindPolicies = {}): readonly TaskKind[] {
  return [...new Set<TaskKind>([...USUAL_KINDS, ...Object.keys(kinds)])];
}

/**
 * The kind with this name in any spelling: `unit_test` is `UnitTest`. Throws an `InvalidCommand` that lists the
 * available ones.
 */
export function kindNamed(name: string, kinds?: KindPolicies): TaskKind {
  const known = knownKinds(kinds);
  const found = known.find((kind) => kind === name) ?? known.find((kind) => plain(kind) === plain(name));
  if (found !== undefined) return found;
  throw new PlannerError('InvalidCommand', {
    expected: `a kind of task: ${known.join(', ')}`,
    actual: JSON.stringify(name),
    fix: 'Nothing has changed. Choose one of these, or register the kind in the configuration.',
  });
}

/** The kind that a text names first, as in `UnitTest: cover the parser`, and the rest of the text. */
export function kindInText(
  { description }: { readonly description: string },
  kinds: KindPolicies,
): { readonly kind?: TaskKind; readonly description?: string } {
  const [, name = '', rest = ''] =
    /^\[?([A-Za-z][A-Za-z0-9 _-]{0,50})(?:\]:?|:)\s+(\S[\s\S]*)$/.exec(description) ?? [];
  const kind = Object.keys(kinds).find((each) => plain(each) === plain(name));
  return kind === undefined ? {} : { kind, description: rest.charAt(0).toUpperCase() + rest.slice(1) };
}

/** A policy with additional kinds. */
export function withKinds(policy: TaskPolicy, kinds: KindPolicies = {}): TaskPolicy {
  if (Object.keys(kinds).length === 0) return policy;
  return { ...policy, kinds: { ...policy.kinds, ...kinds } };
}

function plain(name: string): string {
  return name.replaceAll(/[\s_-]/g, '').toLowerCase();
}
