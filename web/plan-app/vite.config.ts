import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/** The app that MCP hosts show, as one document: a host gets it as text and serves nothing beside it. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  logLevel: 'warn',
  plugins: [inOneDocument()],
  build: {
    target: 'es2023',
    // The host chooses the theme, which only the browser can follow.
    cssTarget: ['chrome125', 'firefox125', 'safari17.5'],
    modulePreload: false,
    rolldownOptions: { input: fileURLToPath(new URL('plan-app.html', import.meta.url)) },
  },
});

/** Puts the script and the styles into the document, and lets nothing else run there. */
function inOneDocument(): Plugin {
  return {
    name: 'in-one-document',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.values(bundle);
      const page = files.find(({ fileName }) => fileName.endsWith('.html'));
      if (page?.type !== 'asset') throw new TypeError('expected a document');
      const script = files.map((file) => (file.type === 'chunk' ? file.code.trim() : '')).join('');
      const styles = files
        .map((file) =>
          file.type === 'asset' && file.fileName.endsWith('.css') ? String(file.source).trim() : '',
        )
        .join('');
      if (/<\/(?:script|style)/i.test(script + styles))
        throw new TypeError('the document would end too early');
      const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(styles)}'; require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'; form-action 'none'`;
      page.source = String(page.source)
        .replace(/\s*<script type="module"[^>]*><\/script>/, '')
        .replace(/\s*<link rel="stylesheet"[^>]*>/, '')
        .replace(
          '<meta charset="utf-8" />',
          () =>
            `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
        )
        .replace('</head>', () => `  <style>${styles}</style>\n  </head>`)
        .replace('</body>', () => `  <script type="module">${script}</script>\n  </body>`);
      for (const { fileName } of files) if (fileName !== page.fileName) delete bundle[fileName];
    },
  };
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
