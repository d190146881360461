import { HostConnection, type HostContext, type ToolResult } from './host-connection.ts';
import { type Give, planElements } from './plan-elements.ts';
import { addressOf, type ShownPlan, shownPlan } from './shown-plan.ts';

/** How often somebody else's changes are looked for while the app can be seen. */
const LOOK_MS = 1_500;

const place = document.querySelector<HTMLElement>('#plan');
const problem = document.querySelector<HTMLElement>('#problem');
let address: string | undefined;
let shown: ShownPlan | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let hasEnded = false;

const host = new HostConnection({
  onContext: applyContext,
  onToolResult: (result) => {
    address = addressOf(result) ?? address;
    void look();
  },
  onEnd: () => {
    hasEnded = true;
    clearTimeout(timer);
  },
});

const give: Give = async (command, what) => {
  if (address === undefined) return;
  const isTaken = await take(() => host.callTool('wayfold_app_do', { address, command }));
  if (isTaken) await host.tellModel(`The user ${what} in the plan ${address}.`).catch(() => {});
  else await look();
};

async function look(): Promise<void> {
  clearTimeout(timer);
  if (address !== undefined && !document.hidden) {
    await take(() => host.callTool('wayfold_app_view', { address }));
  }
  clearTimeout(timer);
  if (!hasEnded) timer = setTimeout(look, LOOK_MS);
}

/** Shows what a call answers, or why it was refused. */
async function take(call: () => Promise<ToolResult>): Promise<boolean> {
  try {
    const { isError, structuredContent, content } = await call();
    const next = isError ? undefined : shownPlan(structuredContent);
    if (next === undefined) {
      tell(content?.find(({ type }) => type === 'text')?.text ?? 'The server answered something else.');
      return false;
    }
    tell('');
    show(next);
    return true;
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
    return false;
  }
}

function show(next: ShownPlan): void {
  // Somebody may be typing or about to press a button: only what has changed is drawn again.
  const isOther = next.address !== shown?.address || next.version !== shown?.version;
  if (!place || !isOther) return;
  shown = next;
  place.replaceChildren(...planElements(next, give));
  place.setAttribute('aria-busy', 'false');
}

function tell(text: string): void {
  if (!problem) return;
  problem.textContent = text;
  problem.hidden = text === '';
}

function applyContext({ theme, styles }: HostContext): void {
  const { documentElement: root } = document;
  if (theme === 'light' || theme === 'dark') root.style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith('--') && value !== undefined) root.style.setProperty(name, value);
  }
}

document.addEventListener('visibilitychange', () => void look());
new ResizeObserver(() => {
  const { scrollWidth, scrollHeight } = document.body;
  host.resize(scrollWidth, scrollHeight);
}).observe(document.body);

try {
  await host.open();
} catch (error) {
  tell(error instanceof Error ? error.message : String(error));
}
