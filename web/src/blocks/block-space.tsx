/** A placeholder for a block that is still loading. */
export function BlockSpace() {
  return <div className="h-72 rounded-md border bg-panel" />;
}
