import { useSearchParams } from 'wouter';

/** A link to the setup of the open session. */
export function SetupLink() {
  const [, setParams] = useSearchParams();
  return (
    <button
      type="button"
      className="rounded-sm text-small font-medium text-accent underline"
      onClick={() =>
        setParams((before) => {
          before.set('view', 'setup');
          return before;
        })
      }
    >
      Go to its setup
    </button>
  );
}
