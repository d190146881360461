import { localUser } from '../../../../host/local-user.ts';
import { type ErasureReport, OUT_OF_REACH } from '../../../../sessions/erasing/erase.ts';
import type { FoundFact } from '../../../../sessions/erasing/find-text.ts';
import type { ErasureQuery } from '../../../../sessions/erasing/searched-text.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import type { Invocation } from '../../invocation.ts';
import { confirm } from '../../terminal/input/confirm.ts';
import type { Output } from '../../terminal/output.ts';
import { byteSize } from '../../terminal/text/byte-size.ts';
import { pluralize } from '../../terminal/text/pluralize.ts';
import { tableLines } from '../../terminal/text/table.ts';

/** What to erase in all journals, and how. */
export interface RedactEverywhereOptions {
  readonly query: ErasureQuery;
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
  readonly yes?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

/** Erases words, or a person, in all journals of the store, and reports what it cannot reach. */
export async function redactEverywhere(
  invocation: Invocation,
  { query, by = localUser(), reason, yes, dryRun = false }: RedactEverywhereOptions,
): Promise<ExitCode | undefined> {
  const { output } = invocation;
  return await withSessions(invocation, { create: false }, async (sessions) => {
    const erasure = { ...query, by, reason };
    const found = await sessions.erase({ ...erasure, dryRun: true });
    const { caches } = found;
    const isNothing = found.found.length === 0 && caches === 0;
    if (dryRun || isNothing) {
      await tell(output, { ...found, dryRun });
      return found.remainders.length > 0 ? EXIT.incomplete : undefined;
    }
    if (!output.json) await tellFound(output, found.found);
    await confirm(
      invocation,
      `Erase ${pluralize(found.found.length, 'fact')} for good, with the files that only they name${
        caches === 0 ? '' : `, and ${pluralize(caches, 'file')} outside of the store`
      }?`,
      yes,
    );
    const report = await sessions.erase(erasure);
    await tell(output, { ...report, dryRun });
    return report.remainders.length > 0 ? EXIT.incomplete : undefined;
  });
}

interface PrintedReport extends ErasureReport {
  readonly dryRun: boolean;
}

async function tell(output: Output, report: PrintedReport): Promise<void> {
  if (output.json) return await output.value({ ...report, outOfReach: OUT_OF_REACH });
  const { found, erased, files, needSetup, remainders, binaryFiles, caches, dryRun } = report;
  if (dryRun) await tellFound(output, found);
  else if (found.length === 0) await output.line('Nothing was found.');
  else {
    await output.line(
      `Erased ${pluralize(erased, 'fact')}, and removed ${pluralize(files.count, 'file')} (${byteSize(files.bytes)}).`,
    );
  }
  if (caches > 0)
    await output.line(`${dryRun ? 'Found' : 'Removed'} ${pluralize(caches, 'file')} outside of the store.`);
  for (const id of needSetup) await output.line([{ text: `${id} has to be set up again.` }]);
  for (const { journal, seq, file, text } of remainders) {
    const where = file ?? `${journal}${seq === undefined ? '' : `/${seq}`}`;
    await output.line([{ text: `Left: ${where}. ${text}` }]);
  }
  if (binaryFiles > 0) {
    await output.line(`${pluralize(binaryFiles, 'file')} could not be read as text: look at them yourself.`);
  }
  await output.line('Not reached:');
  for (const line of OUT_OF_REACH) await output.line(`  ${line}`);
}

async function tellFound(output: Output, found: readonly FoundFact[]): Promise<void> {
  if (found.length === 0) {
    await output.line('Nothing was found.');
    return;
  }
  const rows = found.map(({ journal, seq, type, places }) => [
    journal,
    String(seq),
    type,
    placesText(places),
  ]);
  const columns = [
    { title: 'JOURNAL' },
    { title: 'SEQ', align: 'right' as const },
    { title: 'TYPE' },
    { title: 'WHERE' },
  ];
  for (const line of tableLines(columns, rows)) await output.line([{ text: line }]);
}

function placesText(places: FoundFact['places']): string {
  return places
    .map(({ field, attachment }) => (attachment === undefined ? field : `${field} (file)`))
    .join(', ');
}
