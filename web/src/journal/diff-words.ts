/** A value that differs, for a person: words as they are, of a thing what it has, without what only programs need. */
export function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(wordsOf).join(', ');
  if (typeof value !== 'object') return String(value);
  const all = Object.entries(value).filter(([key, each]) => !isForPrograms(key) && !isEmpty(each));
  // What it is stands before it, unless that is all that there is to say.
  const rest = all.filter(([key]) => key !== 'type');
  const told = rest.length > 0 ? rest : all;
  return told.map(([key, each]) => `${key}: ${inside(each)}`).join(' · ') || 'nothing';
}

/** A value that differs, with everything in it. */
export function wholeOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : wordsOf(value);
}

function inside(value: unknown): string {
  if (Array.isArray(value)) {
    return value.every((each) => typeof each !== 'object') ? value.join(', ') : `${value.length} of them`;
  }
  return typeof value === 'object' && value !== null ? '…' : String(value);
}

function isForPrograms(key: string): boolean {
  return key === 'v' || key === 'digest' || key === 'id' || /(Id|Sha256|sha256)$/.test(key);
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
