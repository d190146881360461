/** One operation of a JSON Patch (RFC 6902), of the three kinds that {@link patchBetween} needs. */
export type PatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

/** How many items a list may have lost at its front before it counts as another list. */
const MAX_DROPPED = 100;

/**
 * The operations that turn one JSON value into another. Objects that are identical in both are skipped, so that
 * comparing two states that share most of their parts takes time proportional to the change.
 */
export function patchBetween(before: unknown, after: unknown): readonly PatchOperation[] {
  return [...changesAt('', before, after)];
}

function* changesAt(path: string, before: unknown, after: unknown): Generator<PatchOperation> {
  if (before === after) return;
  if (isList(before) && isList(after)) yield* listChanges(path, before, after);
  else if (isObject(before) && isObject(after)) yield* fieldChanges(path, before, after);
  else if (!isSame(before, after)) yield { op: 'replace', path, value: after ?? null };
}

function* fieldChanges(path: string, before: Fields, after: Fields): Generator<PatchOperation> {
  for (const key of Object.keys(before)) {
    if (before[key] !== undefined && fieldOf(after, key) === undefined) {
      yield { op: 'remove', path: `${path}/${escaped(key)}` };
    }
  }
  for (const key of Object.keys(after)) {
    const [old, value] = [fieldOf(before, key), after[key]];
    const at = `${path}/${escaped(key)}`;
    if (value === undefined) continue;
    if (old === undefined) yield { op: 'add', path: at, value };
    else yield* changesAt(at, old, value);
  }
}

/** Lists mostly grow at their end, lose items at their front, or change in one place. */
function* listChanges(path: string, before: List, after: List): Generator<PatchOperation> {
  const dropped = droppedFrom(before, after);
  for (let count = 0; count < dropped; count++) yield { op: 'remove', path: `${path}/0` };
  const old = dropped === 0 ? before : before.slice(dropped);
  const shorter = Math.min(old.length, after.length);
  let start = 0;
  while (start < shorter && isSame(old[start], after[start])) start += 1;
  let same = 0;
  while (same < shorter - start && isSame(old[old.length - 1 - same], after[after.length - 1 - same]))
    same += 1;
  const [oldEnd, newEnd] = [old.length - same, after.length - same];
  const paired = Math.min(oldEnd, newEnd);
  for (let at = start; at < paired; at++) yield* changesAt(`${path}/${at}`, old[at], after[at]);
  // From the end, so that earlier indices stay valid.
  for (let at = oldEnd - 1; at >= paired; at--) yield { op: 'remove', path: `${path}/${at}` };
  for (let at = paired; at < newEnd; at++)
    yield { op: 'add', path: `${path}/${at}`, value: after[at] ?? null };
}

/** How many items a list has lost at its front. */
function droppedFrom(before: List, after: List): number {
  const [first] = after;
  // Primitive values may occur in many places.
  if (!isObject(first) || before.length === 0 || isSame(before[0], first)) return 0;
  const most = Math.min(before.length, MAX_DROPPED);
  for (let at = 1; at < most; at++) if (isSame(before[at], first)) return at;
  return 0;
}

/**
 * A JSON value after these operations. The original stays unchanged; the result shares unchanged parts with it.
 * Throws a `TypeError` if an operation names a missing path.
 */
export function applyPatch(value: unknown, operations: readonly PatchOperation[]): unknown {
  return operations.reduce((now, operation) => changedAt(now, segmentsOf(operation.path), operation), value);
}

function changedAt(value: unknown, [key, ...rest]: readonly string[], operation: PatchOperation): unknown {
  if (key === undefined) return operation.op === 'remove' ? null : operation.value;
  if (isList(value)) return listWith(value, key, rest, operation);
  if (!isObject(value)) throw nowhere(operation);
  const isThere = Object.hasOwn(value, key);
  if (!isThere && (rest.length > 0 || operation.op !== 'add')) throw nowhere(operation);
  if (rest.length === 0 && operation.op === 'remove') {
    return Object.fromEntries(Object.entries(value).filter(([each]) => each !== key));
  }
  const field = changedAt(isThere ? value[key] : undefined, rest, operation);
  // By entries: a field may have any name, even that of the prototype.
  return isThere
    ? Object.fromEntries(Object.entries(value).map(([each, old]) => [each, each === key ? field : old]))
    : Object.fromEntries([...Object.entries(value), [key, field]]);
}

function listWith(list: List, key: string, rest: readonly string[], operation: PatchOperation): List {
  const at = key === '-' ? list.length : Number(key);
  const adds = operation.op === 'add' && rest.length === 0;
  const isPlace = key === '-' || /^(?:0|[1-9]\d*)$/.test(key);
  if (!isPlace || at > list.length || (at === list.length && !adds)) throw nowhere(operation);
  if (adds) return list.toSpliced(at, 0, operation.value);
  if (operation.op === 'remove' && rest.length === 0) return list.toSpliced(at, 1);
  return list.with(at, changedAt(list[at], rest, operation));
}

type Fields = Readonly<Record<string, unknown>>;
type List = readonly unknown[];

/** Whether two values are the same JSON. An empty field counts as missing. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (isList(one) && isList(other)) {
    return one.length === other.length && one.every((item, at) => isSame(item, other[at]));
  }
  if (isObject(one) && isObject(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...keys].every((key) => isSame(fieldOf(one, key), fieldOf(other, key)));
  }
  return false;
}

function fieldOf(value: Fields, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is List {
  return Array.isArray(value);
}

/** As in a JSON Pointer (RFC 6901). */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function segmentsOf(path: string): readonly string[] {
  if (path === '') return [];
  return path
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function nowhere({ op, path }: PatchOperation): TypeError {
  return new TypeError(`There is nothing to ${op} at ${path}.`);
}
