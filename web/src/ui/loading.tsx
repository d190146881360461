/** Says that something is loading, unless it is quick. */
export function Loading() {
  return (
    <p role="status" className="animate-come-late p-4 text-small text-soft">
      Loading…
    </p>
  );
}
