/** What `WAYFOLD_MODELS` calls models: a JSON object with what each name stands for. What is no such object names none. */
export function modelNames(env: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  const text = env.WAYFOLD_MODELS?.trim();
  if (!text) return new Map();
  try {
    const named = Object.entries(Object(JSON.parse(text)));
    return new Map(named.filter((each): each is [string, string] => typeof each[1] === 'string'));
  } catch {
    // Whoever reads the configuration has said so.
    return new Map();
  }
}
