/** Which texts plans may have: printable ASCII, or any text without control characters. */
export type TextRules = 'ascii' | 'unicode';

/** Whether a new plan replaces an active one: always, or only where the call says `replace: true`. */
export type ReplaceRules = 'always' | 'when-asked';

/** What the tools of a plan hold their callers to. */
export interface ToolRules {
  /** `recorded` is what any rules have ever let in. */
  readonly text: TextRules | 'recorded';
  readonly replaces: ReplaceRules;
}

/** What holds unless a program chooses otherwise. */
export const DEFAULT_RULES = { text: 'ascii', replaces: 'always' } as const satisfies ToolRules;

/** What holds over MCP and on the page, where several agents and people share a plan. */
export const SURFACE_RULES = { text: 'unicode', replaces: 'when-asked' } as const satisfies ToolRules;

/** What calls on record are held to: whatever any tools have accepted. */
export const RECORDED_RULES: ToolRules = { text: 'recorded', replaces: 'always' };

/** Makes something once for each set of rules. */
export function perRules<Made>(make: (rules: ToolRules) => Made): (rules: ToolRules) => Made {
  const made = new Map<string, Made>();
  return (rules) => {
    const key = `${rules.text} ${rules.replaces}`;
    const known = made.get(key) ?? make(rules);
    made.set(key, known);
    return known;
  };
}

/** How a schema calls the characters of a text. */
export function charactersOf({ text }: ToolRules): string {
  return text === 'ascii' ? 'ASCII characters' : 'characters';
}
