/**
 * The items that are in a list more than once: compares each with every other.
 *
 * @param {readonly number[]} list
 * @returns {number[]}
 */
export function duplicates(list) {
  /** @type {number[]} */
  const found = [];
  for (let i = 0; i < list.length; i++) {
    for (let j = 0; j < list.length; j++) {
      const item = list[i] ?? 0;
      if (i !== j && item === list[j] && !found.includes(item)) found.push(item);
    }
  }
  return found;
}
