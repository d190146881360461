const IMAGES = new Set('png jpg jpeg gif webp svg bmp ico tif tiff avif heic heif'.split(' '));
const DOCUMENTS = new Set(
  (
    'pdf doc docx odt rtf txt md mdx rst adoc tex xls xlsx ods csv tsv ppt pptx odp key pages epub ics eml msg log ' +
    'json jsonc json5 jsonl ndjson yaml yml toml ini cfg conf env properties xml html htm xhtml css scss sass less ' +
    'js mjs cjs jsx ts mts cts tsx vue svelte astro py pyi ipynb rb php java kt kts scala groovy gradle go rs swift m mm ' +
    'c h cc cpp cxx hpp cs fs vb sql sqlite db graphql gql proto prisma tf hcl sh bash zsh fish ps1 bat cmd lua pl r jl ex exs ' +
    'erl hs clj dart zig wasm lock patch diff zip tar gz tgz bz2 xz 7z rar jar war whl deb rpm dmg iso exe dll so bin ' +
    'mp3 mp4 wav ogg webm mov avi mkv flac psd ai fig sketch drawio puml plantuml mermaid pem crt cer p12 parquet avro feather'
  ).split(' '),
);
const DOT_FILES = new Set(
  '.env .gitignore .gitattributes .dockerignore .npmrc .nvmrc .editorconfig .prettierrc .eslintrc .babelrc .bashrc .zshrc .profile'.split(
    ' ',
  ),
);
/** Product names that look like file names. */
const PRODUCTS = new Set(
  (
    'node.js next.js nuxt.js vue.js react.js angular.js express.js ember.js backbone.js three.js d3.js p5.js chart.js moment.js ' +
    'discord.js nest.js alpine.js solid.js gatsby.js meteor.js knockout.js socket.io asp.net crypto.js tensorflow.js'
  ).split(' '),
);
/** Folder names that are never one of two alternative words. */
const FOLDERS = new Set('src lib libs packages node_modules .github apps dist .vscode .wayfold'.split(' '));
const DOMAIN = /^(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|app|ai|gov|edu|de|uk|eu|fr|jp|cn|info|co|me)$/i;

const WINDOWS_PATH = /^(?:[A-Za-z]:[\\/]|\\\\[^\\/]+[\\/]|\.{1,2}\\)[^*?|<>:]*$/;
const ROOTED = /^(?:~|\.{1,2})\/[^*?|<>{}:]*$|^\/[^/*?|<>{}:$^]+[^*?|<>{}:$^]*$/;
const RELATIVE = /^(?:[\p{L}\p{N}_@.()[\]+-]+\/)+[\p{L}\p{N}_@.()[\]+-]*$/u;
const BACKSLASHED = /^(?:[\p{L}\p{N}_.-]+\\)+[\p{L}\p{N}_.-]+$/u;
const NAME = /^[\p{L}\p{N}_[\]+-][\p{L}\p{N}_.[\]+-]*$/u;
/** `src/a.ts:12:5` and `src/a.ts#L10` name the file. */
const PLACE_IN_FILE = /(?::\d+(?:[:-]\d+)?|#L\d+(?:-L?\d+)?)$/;

/** The attachment named by a word, if it is a file name or path. */
export function fileReference(word: string): { type: 'FileRef' | 'ImageRef'; value: string } | undefined {
  const value = word.replace(PLACE_IN_FILE, '');
  if (!isFile(value)) return undefined;
  return { type: isImage(value) ? 'ImageRef' : 'FileRef', value };
}

/** Whether a path, or the path of a URL, has an image extension. */
export function isImage(path: string): boolean {
  return IMAGES.has(extensionOf(path));
}

const MAX_PATH_LENGTH = 1024;

function isFile(word: string): boolean {
  if (word.length < 3 || word.length > MAX_PATH_LENGTH || word.includes('@') || word.includes('...'))
    return false;
  if (WINDOWS_PATH.test(word)) return true;
  if (ROOTED.test(word)) return word.startsWith('/') ? isAbsolute(word) : true;
  if (RELATIVE.test(word)) return isRelative(word);
  if (BACKSLASHED.test(word)) return hasFileName(word.slice(word.lastIndexOf('\\') + 1));
  return NAME.test(word) || word.startsWith('.') ? hasFileName(word) : false;
}

/** `/login` is more likely a route than a file, and so is `/api/users`. */
function isAbsolute(path: string): boolean {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (path.includes('//') || /^(?:api|v\d+)$/.test(segments[0] ?? '')) return false;
  return segments.length > 1 || path.endsWith('/') || hasFileName(segments[0] ?? '');
}

function isRelative(path: string): boolean {
  const segments = path.split('/');
  const [first = ''] = segments;
  if (DOMAIN.test(first)) return false;
  if (path.endsWith('/')) return segments.length > 2 || FOLDERS.has(first) || /^[a-z]/.test(first);
  return FOLDERS.has(first) || hasFileName(segments.at(-1) ?? '');
}

function hasFileName(name: string): boolean {
  if (DOT_FILES.has(name) || /^\.env(?:\.\w+)+$/.test(name)) return true;
  if (PRODUCTS.has(name.toLowerCase())) return false;
  const extension = extensionOf(name);
  const stem = name.slice(0, name.length - extension.length - 1);
  if (!/[\p{L}\p{N}\]]/u.test(stem) || (extension.length === 1 && stem.length < 2)) return false;
  return DOCUMENTS.has(extension) || IMAGES.has(extension);
}

function extensionOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot < 0 ? '' : path.slice(dot + 1).toLowerCase();
}
