/** Lets writers work at the same time, each waiting for its own writes only, until all have done their share. */
export async function atOnce(writes: readonly (() => Promise<void>)[], operations: number): Promise<void> {
  const each = operations / writes.length;
  await Promise.all(
    writes.map(async (write) => {
      for (let i = 0; i < each; i++) await write();
    }),
  );
}
