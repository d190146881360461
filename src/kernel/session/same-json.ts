/** Whether two values are the same JSON. Values that JSON would change, such as -0 or undefined, are never the same. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (!isNested(one) || !isNested(other)) return Object.is(one, other) && one !== undefined;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameJson(one[key], other[key]))
  );
}

function isNested(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
