import { MarkdownText } from '../blocks/markdown-text.tsx';

const MAX_LINES = 14;
const MAX_CHARACTERS = 1200;

/** A text as written; a long one is folded. */
export function LongText({
  text,
  isMarkdown,
  isOpen,
  onOpen,
}: {
  readonly text: string;
  readonly isMarkdown: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}) {
  const short = shortened(text);
  const seen = isOpen || short === undefined ? text : `${short} …`;
  return (
    <>
      {isMarkdown ? (
        <MarkdownText links="read" text={seen} />
      ) : (
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {seen}
        </p>
      )}
      {short !== undefined && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
          className="w-fit rounded-sm text-meta font-medium text-accent hover:underline"
        >
          {isOpen ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
}

/** The beginning of a long text; undefined when all of it is shown. */
export function shortened(text: string): string | undefined {
  const lines = text.split('\n');
  const first = lines.slice(0, MAX_LINES).join('\n').slice(0, MAX_CHARACTERS).trimEnd();
  // A rest of a line or two is not worth a button.
  const isLong = lines.length > MAX_LINES + 2 || text.length > MAX_CHARACTERS * 1.2;
  return isLong ? first : undefined;
}
