// importers: reads exports of other tools and writes them through the SDK; repeating an import writes nothing twice.
// reading/ has the formats, sources/ one file per tool, delivery.ts the idempotent writes.
// Imports the SDK and pure shared code. Knows no file system. Start here.
//
// Runs one import, from reading to receipts. Without a server it is a dry run, which reads everything and writes nothing.
import type { Assay } from '../sdk/client.ts'
import { Delivery, type DeliveryResult } from './delivery.ts'
import type { ImportInput } from './files.ts'
import type { Importer } from './importer.ts'
import type { Spool } from './spool.ts'
import { ReportBuilder, type Report } from './report.ts'
import { storableOrFault } from './storable.ts'

export interface ImportResult {
  readonly report: Report
  /** Undefined for a dry run. */
  readonly delivered: DeliveryResult | undefined
}

export interface Progress {
  /** Reading is finished; the rest is sent, and receipts are awaited. */
  readonly isRead: boolean
  /** The number of spans, annotations, rows and versions so far. */
  readonly itemCount: number
}

export async function runImport({
  importer,
  inputs,
  to,
  signal,
  onProgress,
}: {
  readonly importer: Importer
  readonly inputs: readonly ImportInput[]
  readonly to: { readonly assay: Assay; readonly spool: Spool } | undefined
  readonly signal?: AbortSignal
  /** Called for each record; redraw less often. */
  readonly onProgress: (progress: Progress) => void
}): Promise<ImportResult> {
  const report = new ReportBuilder()
  const delivery =
    to === undefined ? undefined : new Delivery(to.assay, { source: importer.source, spool: to.spool })
  try {
    for await (const read of importer.read(inputs)) {
      signal?.throwIfAborted()
      const record = storableOrFault(read)
      report.add(record)
      onProgress({ isRead: false, itemCount: report.itemCount })
      await delivery?.add(record)
    }
    onProgress({ isRead: true, itemCount: report.itemCount })
    return { report: report.report(), delivered: await delivery?.finish() }
  } finally {
    to?.spool.close()
  }
}
