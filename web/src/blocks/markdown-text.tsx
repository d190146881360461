import { Square, SquareCheck } from 'lucide-react';
import { createContext, Fragment, type ReactNode, useContext, useMemo } from 'react';
import { classes } from '../ui/classes.ts';
import { keyed } from './keyed.ts';
import { linkAddress } from './link-address.ts';
import { type ListItem, type MarkdownBlock, markdownOf } from './markdown.ts';
import { type Inline, inlineOf } from './markdown-inline.ts';
import { ScrollArea } from './scroll-area.tsx';

/** A Markdown text. It becomes elements and never HTML, so that it cannot inject anything into the page. */
export function MarkdownText({
  text,
  headingLevel = 2,
  links = 'followed',
  className,
}: {
  readonly text: string;
  /** The level of its headings: below the title of its section. */
  readonly headingLevel?: 2 | 3;
  /** In messages and decisions, addresses are text: a model may have written them. */
  readonly links?: 'followed' | 'read';
  readonly className?: string;
}) {
  const blocks = useMemo(() => markdownOf(text), [text]);
  return (
    <HeadingTag value={`h${headingLevel}`}>
      <LinksAre value={links}>
        <div className={classes('flex min-w-0 flex-col gap-2 break-words', className)}>
          <MarkdownBlocks blocks={blocks} />
        </div>
      </LinksAre>
    </HeadingTag>
  );
}

const HeadingTag = createContext<'h2' | 'h3'>('h2');
const LinksAre = createContext<'followed' | 'read'>('followed');

function MarkdownBlocks({ blocks }: { readonly blocks: readonly MarkdownBlock[] }) {
  return keyed(blocks, ({ type }) => type).map(({ key, item }) => <Block key={key} block={item} />);
}

const HEADINGS = ['text-title font-semibold', 'mt-1 text-body font-semibold', 'text-small font-semibold'];

function Block({ block }: { readonly block: MarkdownBlock }): ReactNode {
  switch (block.type) {
    case 'heading':
      return <Heading level={block.level} text={block.text} />;
    case 'paragraph':
      return (
        <p dir="auto" className="whitespace-pre-wrap">
          <InlineText text={block.text} />
        </p>
      );
    case 'code':
      return (
        <ScrollArea
          label={block.language === '' ? 'Code' : `Code in ${block.language}`}
          className="rounded-md border bg-panel"
        >
          <pre className="w-max min-w-full px-3 py-2 font-mono text-meta leading-5">{block.text}</pre>
        </ScrollArea>
      );
    case 'quote':
      return (
        <blockquote className="flex flex-col gap-2 border-l-2 border-edge/60 pl-3 text-soft">
          <MarkdownBlocks blocks={block.content} />
        </blockquote>
      );
    case 'list':
      return <List block={block} />;
    case 'table':
      return <TextTable head={block.head} rows={block.rows} />;
    case 'rule':
      return <hr />;
    default:
      return block satisfies never;
  }
}

function Heading({ level, text }: { readonly level: number; readonly text: string }) {
  const Tag = useContext(HeadingTag);
  return (
    <Tag dir="auto" className={HEADINGS[Math.min(level, HEADINGS.length) - 1]}>
      <InlineText text={text} />
    </Tag>
  );
}

function List({ block: { start, items } }: { readonly block: Extract<MarkdownBlock, { type: 'list' }> }) {
  const entries = keyed(items, () => 'item').map(({ key, item }) => <Item key={key} item={item} />);
  return start === undefined ? (
    <ul className="flex list-disc flex-col gap-1 pl-5">{entries}</ul>
  ) : (
    <ol start={start} className="flex list-decimal flex-col gap-1 pl-6 tabular-nums">
      {entries}
    </ol>
  );
}

function Item({ item: { checked, content } }: { readonly item: ListItem }) {
  const Box = checked ? SquareCheck : Square;
  return (
    <li dir="auto" className={classes(checked !== undefined && 'relative -ml-5 list-none pl-6')}>
      {checked !== undefined && (
        <Box
          size={14}
          role="img"
          aria-label={checked ? 'Done' : 'Not done'}
          className={classes('absolute top-[3px] left-0.5', checked ? 'text-good' : 'text-soft')}
        />
      )}
      <div className="flex flex-col gap-1">
        <MarkdownBlocks blocks={content} />
      </div>
    </li>
  );
}

function TextTable({
  head,
  rows,
}: {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}) {
  return (
    <ScrollArea label="Table" className="rounded-md border">
      <table className="w-full border-collapse text-small">
        <thead>
          <tr className="bg-panel">
            {keyed(head, (cell) => cell).map(({ key, item }) => (
              <th key={key} scope="col" className="px-3 py-1.5 text-left text-meta font-medium text-soft">
                <InlineText text={item} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(rows, () => 'row').map((row) => (
            <tr key={row.key} className="border-t">
              {keyed(row.item, () => 'cell').map(({ key, item }) => (
                <td key={key} className="px-3 py-1.5 align-top">
                  <InlineText text={item} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** A title: plain words, and code where it is marked as such. May be used on a button. */
export function TitleText({ text }: { readonly text: string }) {
  return text.split(/`([^`\n]+)`/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one title have no names
      <Piece key={at} piece={{ type: 'code', text: part }} />
    ),
  );
}

/** A line of Markdown: code, emphasis and links. */
function InlineText({ text }: { readonly text: string }) {
  return <Pieces pieces={inlineOf(text)} />;
}

function Pieces({ pieces }: { readonly pieces: readonly Inline[] }) {
  return keyed(pieces, ({ type }) => type).map(({ key, item }) => (
    <Fragment key={key}>
      <Piece piece={item} />
    </Fragment>
  ));
}

function Piece({ piece }: { readonly piece: Inline }): ReactNode {
  switch (piece.type) {
    case 'text':
      return piece.text;
    case 'code':
      return <code className="rounded-sm bg-hover px-1 py-px font-mono text-[0.92em]">{piece.text}</code>;
    case 'strong':
      return (
        <strong className="font-semibold">
          <Pieces pieces={piece.content} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Pieces pieces={piece.content} />
        </em>
      );
    case 'strike':
      return (
        <del>
          <Pieces pieces={piece.content} />
        </del>
      );
    case 'link':
      return <NamedLink link={piece} />;
    default:
      return piece satisfies never;
  }
}

/** A link with its label and its site. An address without a label is plain text. */
function NamedLink({ link: { address, content } }: { readonly link: Extract<Inline, { type: 'link' }> }) {
  const isRead = useContext(LinksAre) === 'read';
  const words = <Pieces pieces={content} />;
  const [first] = content;
  if (first?.type === 'text' && content.length === 1 && linkAddress(first.text) === address) return words;
  return (
    <>
      {isRead ? words : <OutsideLink address={address}>{words}</OutsideLink>}
      <span className="text-soft [overflow-wrap:anywhere]"> ({isRead ? address : siteOf(address)})</span>
    </>
  );
}

/** The site of a link; of a mail link, the recipient. */
function siteOf(address: string): string {
  const { host, pathname } = new URL(address);
  return host || pathname;
}

/** A link to another site; `linkAddress` has checked its address. */
export function OutsideLink({
  address,
  children,
}: {
  readonly address: string;
  readonly children: ReactNode;
}) {
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      title={address}
      className="rounded-sm text-accent underline underline-offset-2 [overflow-wrap:anywhere]"
    >
      {children}
    </a>
  );
}
