/** Which texts a plan may have: printable ASCII, or any text without control characters. */
export type TextRules = 'ascii' | 'unicode';

/** Whether a new plan replaces an active one: always, or only if the call says `replace: true`. */
export type ReplaceRules = 'always' | 'when-asked';

/** The rules for callers of a plan's tools. */
export interface ToolRules {
  /** `recorded` accepts whatever any rules have ever accepted. */
  readonly text: TextRules | 'recorded';
  readonly replaces: ReplaceRules;
}

/** The default rules. */
export const DEFAULT_RULES = { text: 'ascii', replaces: 'always' } as const satisfies ToolRules;

/** The rules over MCP and on the page, where several agents and people share a plan. */
export const SURFACE_RULES = { text: 'unicode', replaces: 'when-asked' } as const satisfies ToolRules;

/** The rules for recorded calls: whatever any tools have accepted. */
export const RECORDED_RULES: ToolRules = { text: 'recorded', replaces: 'always' };

/** Creates something once per set of rules. */
export function perRules<Value>(make: (rules: ToolRules) => Value): (rules: ToolRules) => Value {
  const created = new Map<string, Value>();
  return (rules) => {
    const key = `${rules.text} ${rules.replaces}`;
    const known = created.get(key) ?? make(rules);
    created.set(key, known);
    return known;
  };
}

/** A schema's description of the allowed characters. */
export function charactersOf({ text }: ToolRules): string {
  return text === 'ascii' ? 'ASCII characters' : 'characters';
}
