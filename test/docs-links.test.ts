import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = globSync(['*.md', 'docs/**/*.md', 'examples/*.md'], { cwd: root }).toSorted();

test('every link in the documentation leads to an existing file and heading', () => {
  const broken = pages.flatMap((page) =>
    linksOf(page)
      .filter((link) => !leadsSomewhere(page, link))
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('every link in the package leads to something in the package', () => {
  const { files }: { files: readonly string[] } = JSON.parse(textOf('package.json'));
  const packed = [...files, 'README.md', 'LICENSE', 'package.json'];
  const isPacked = (path: string) => packed.some((each) => path === each || path.startsWith(`${each}/`));
  const broken = pages.filter(isPacked).flatMap((page) =>
    linksOf(page)
      .filter((link) => !isPacked(targetOf(page, link)))
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

/** The links of a page to other files of the repository, and to its own headings. */
function linksOf(page: string): string[] {
  const links = [...textOf(page).matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [, heading] = link.split('#');
  const target = targetOf(page, link);
  if (!existsSync(join(root, target))) return false;
  return heading === undefined || anchorsOf(target).includes(heading);
}

function targetOf(page: string, link: string): string {
  const [path = ''] = link.split('#');
  return path === '' ? page : join(dirname(page), path);
}

/** What a heading can be linked by: its words in lower case with hyphens between them. */
function anchorsOf(page: string): string[] {
  const headings = [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** A page without its code blocks: what looks like a link or a heading there is none. */
function textOf(page: string): string {
  return readFileSync(join(root, page), 'utf8').replace(/^ *```.*?^ *```$/gms, '');
}
