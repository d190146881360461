import type { CallToolResult } from '@modelcontextprotocol/client';
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

declare global {
  interface Window {
    /** What the test does for the host: calls a tool of the server. */
    callTool(params: object): Promise<CallToolResult>;
    /** What the app told the model. */
    readonly told: string[];
    showApp(document: string, result: CallToolResult): Promise<void>;
  }
}

/** A host as the SDK has it, in a page: the app runs in a frame that may run scripts and nothing else. */
Object.assign(window, { told: [], showApp });

async function showApp(html: string, result: CallToolResult): Promise<void> {
  const frame = document.createElement('iframe');
  frame.sandbox.add('allow-scripts');
  frame.title = 'Plan';
  frame.width = '600';
  frame.height = '700';
  document.body.replaceChildren(frame);
  const target = frame.contentWindow;
  if (target === null) throw new Error('the frame has no window');
  const bridge = new AppBridge(
    null,
    { name: 'host-in-a-test', version: '1.0.0' },
    { serverTools: {}, updateModelContext: { text: {} } },
    { hostContext: { theme: 'dark' } },
  );
  bridge.oncalltool = async (params) => await window.callTool(params);
  bridge.onupdatemodelcontext = async ({ content = [] }) => {
    for (const block of content) if (block.type === 'text') window.told.push(block.text);
    return {};
  };
  bridge.onsizechange = ({ height }) => {
    if (height !== undefined) frame.height = String(height);
  };
  bridge.oninitialized = () => void bridge.sendToolResult(result);
  await bridge.connect(new PostMessageTransport(target, target));
  frame.srcdoc = html;
}
