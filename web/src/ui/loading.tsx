/** Something is on its way. It says so only when that takes a moment. */
export function Loading() {
  return (
    <p role="status" className="animate-come-late p-4 text-small text-soft">
      Loading…
    </p>
  );
}
