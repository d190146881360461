import { type CorpusCase, file, image, link, tool, work } from './corpus-case.ts';

/** Links, images and files, and what only looks like them. */
export const REFERENCES: readonly CorpusCase[] = [
  {
    name: 'punctuation after a URL',
    input:
      'See https://a.example/x, https://b.example/y; and (https://c.example/z). Open <https://d.example>!',
    steps: [
      work(
        'See https://a.example/x, https://b.example/y; and (https://c.example/z)',
        link('https://a.example/x'),
        link('https://b.example/y'),
        link('https://c.example/z'),
      ),
      work('Open <https://d.example>!', link('https://d.example')),
    ],
  },
  {
    name: 'parentheses that belong to the URL',
    input:
      'Summarise https://en.wikipedia.org/wiki/Foo_(bar). Then cite (see https://en.wikipedia.org/wiki/Foo_(bar)).',
    steps: [
      work(
        'Summarise https://en.wikipedia.org/wiki/Foo_(bar)',
        link('https://en.wikipedia.org/wiki/Foo_(bar)'),
      ),
      work(
        'Cite (see https://en.wikipedia.org/wiki/Foo_(bar))',
        link('https://en.wikipedia.org/wiki/Foo_(bar)'),
      ),
    ],
  },
  {
    name: 'stops and questions inside a URL',
    input: 'Read https://example.com/v1.2/a.b.html?x=1.5&y=?#top. Write it up.',
    steps: [
      work(
        'Read https://example.com/v1.2/a.b.html?x=1.5&y=?#top',
        link('https://example.com/v1.2/a.b.html?x=1.5&y=?#top'),
      ),
      work('Write it up'),
    ],
  },
  {
    name: 'the same URL twice',
    input: 'Compare https://x.example/a with https://x.example/a. Archive https://x.example/a.',
    steps: [
      work('Compare https://x.example/a with https://x.example/a', link('https://x.example/a')),
      work('Archive https://x.example/a', link('https://x.example/a')),
    ],
  },
  {
    name: 'Markdown links and images',
    input:
      'Follow [the guide](https://example.com/guide "Guide") and put ![the logo](img/logo.svg) on [the page](./index.html#top).',
    steps: [
      work(
        'Follow [the guide](https://example.com/guide "Guide")',
        link('https://example.com/guide', 'the guide'),
      ),
      work(
        'put ![the logo](img/logo.svg) on [the page](./index.html#top)',
        image('img/logo.svg', 'the logo'),
        file('./index.html', 'the page'),
      ),
    ],
  },
  {
    name: 'a Markdown link to a heading is none',
    input: 'Update [the list](#list)',
    steps: [work('Update [the list](#list)')],
  },
  {
    name: 'images',
    input: 'Match https://example.com/mock.PNG?size=2 and assets/hero.jpg. Crop screenshot.webp.',
    steps: [
      work(
        'Match https://example.com/mock.PNG?size=2 and assets/hero.jpg',
        image('https://example.com/mock.PNG?size=2'),
        image('assets/hero.jpg'),
      ),
      work('Crop screenshot.webp', image('screenshot.webp')),
    ],
  },
  {
    name: 'paths of every sort',
    input:
      'Copy ./a/b.txt, ../x and /etc/hosts to src/index.ts. Keep C:\\dir\\file.txt, ~/notes.md and `docs/spec.pdf`.',
    steps: [
      work(
        'Copy ./a/b.txt, ../x and /etc/hosts to src/index.ts',
        file('./a/b.txt'),
        file('../x'),
        file('/etc/hosts'),
        file('src/index.ts'),
      ),
      work(
        'Keep C:\\dir\\file.txt, ~/notes.md and `docs/spec.pdf`',
        file('C:\\dir\\file.txt'),
        file('~/notes.md'),
        file('docs/spec.pdf'),
      ),
    ],
  },
  {
    name: 'slashes that are no paths',
    input:
      'Use TCP/IP and/or UDP 24/7 until 12/10/2026. Add a /login route and GET /api/users. Merge feature/login into origin/main.',
    steps: [
      work('Use TCP/IP and/or UDP 24/7 until 12/10/2026'),
      work('Add a /login route and GET /api/users'),
      work('Merge feature/login into origin/main'),
    ],
  },
  {
    name: 'bare file names',
    input: 'Fill in report.pdf from schema.sql, .env and data.csv.',
    steps: [
      work(
        'Fill in report.pdf from schema.sql, .env and data.csv',
        file('report.pdf'),
        file('schema.sql'),
        file('.env'),
        file('data.csv'),
      ),
    ],
  },
  {
    name: 'products and code that look like files',
    input:
      'Port it from Node.js and React/Next.js to ASP.NET. Replace user.name and *.ts. Mail bob@example.py.',
    steps: [
      work('Port it from Node.js and React/Next.js to ASP.NET'),
      work('Replace user.name and *.ts'),
      work('Mail bob@example.py'),
    ],
  },
  {
    name: 'a place in a file',
    input: 'Fix src/app.ts:12:5 and lib/db.py#L10-L20.',
    steps: [work('Fix src/app.ts:12:5 and lib/db.py#L10-L20', file('src/app.ts'), file('lib/db.py'))],
  },
  {
    name: 'files in a command',
    input: 'Run `psql -f migrations/001.sql --out=result.csv`',
    steps: [
      tool(
        'Run `psql -f migrations/001.sql --out=result.csv`',
        file('migrations/001.sql'),
        file('result.csv'),
      ),
    ],
  },
  {
    name: 'a URL in a command',
    input: 'Check `curl -s https://api.example.com/health?full=1`',
    steps: [
      tool(
        'Check `curl -s https://api.example.com/health?full=1`',
        link('https://api.example.com/health?full=1'),
      ),
    ],
  },
  {
    name: 'other schemes and www',
    input: 'Mirror ftp://files.example.com/pub and www.example.org/docs.',
    steps: [
      work(
        'Mirror ftp://files.example.com/pub and www.example.org/docs',
        link('ftp://files.example.com/pub'),
        link('www.example.org/docs'),
      ),
    ],
  },
  {
    name: 'a URL in bold and in quotes',
    input: 'Open **https://example.com/a** and "https://example.com/b".',
    steps: [
      work(
        'Open **https://example.com/a** and "https://example.com/b"',
        link('https://example.com/a'),
        link('https://example.com/b'),
      ),
    ],
  },
  {
    name: 'folders',
    input: 'Move src/planners/tasks to packages/planners. Empty build/.',
    steps: [
      work(
        'Move src/planners/tasks to packages/planners',
        file('src/planners/tasks'),
        file('packages/planners'),
      ),
      work('Empty build/', file('build/')),
    ],
  },
  {
    name: 'paths with spaces in quotes',
    input: 'Import "C:\\Old Data\\a b.csv" and \'~/My Notes/to do.md\'. Run `/bin/cat a.txt b.txt`.',
    steps: [
      work(
        'Import "C:\\Old Data\\a b.csv" and \'~/My Notes/to do.md\'',
        file('C:\\Old Data\\a b.csv'),
        file('~/My Notes/to do.md'),
      ),
      tool('Run `/bin/cat a.txt b.txt`', file('/bin/cat'), file('a.txt'), file('b.txt')),
    ],
  },
  {
    name: 'relative paths with backslashes',
    input: 'Convert docs\\old\\spec.docx',
    steps: [work('Convert docs\\old\\spec.docx', file('docs\\old\\spec.docx'))],
  },
];
