/** The names of models from `WAYFOLD_MODELS`, a JSON object. Anything else defines no names. */
export function modelNames(env: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  const text = env.WAYFOLD_MODELS?.trim();
  if (!text) return new Map();
  try {
    const named = Object.entries(Object(JSON.parse(text)));
    return new Map(named.filter((each): each is [string, string] => typeof each[1] === 'string'));
  } catch {
    // Reading the configuration has already reported it.
    return new Map();
  }
}
