/** Keeps the place of a block that is on its way. */
export function BlockSpace() {
  return <div className="h-72 rounded-md border bg-panel" />;
}
