// Sweeps over all stored traces of a project for `assay remap` and `assay reprice`. It can be stopped and repeated at
// any time; spans without changes are not written.
import { encodeRows, type RelationalReads, type SpanStore } from '../../storage/contract/contract.ts'
import { remapTrace, type Remapping } from './remap-trace.ts'
import { readRules, rulesText } from './rules.ts'

const tracesPerPage = 500

export interface SweepProgress {
  readonly traces: number
  readonly spans: number
  readonly changed: number
}

/** Reports after every page of traces, and at the end. */
export async function sweepTraces(
  { reads, spans: store }: { readonly reads: RelationalReads; readonly spans: SpanStore },
  sweep: { readonly projectId: string; readonly mode: Remapping },
  onProgress: (progress: SweepProgress) => void,
): Promise<SweepProgress> {
  const { projectId, mode } = sweep
  const rules = readRules(await rulesText(reads, projectId))
  let [traces, spans, changed, after] = [0, 0, 0, '']
  for (;;) {
    const page = await store.traceIds(projectId, after, tracesPerPage)
    for (const traceId of page) {
      const rows = await store.trace(projectId, traceId)
      const remappedTrace = remapTrace(rows, { mode, rules })
      await store.write(encodeRows(remappedTrace))
      traces += 1
      spans += rows.length
      changed += remappedTrace.length
    }
    const progress = { traces, spans, changed }
    if (page.length < tracesPerPage) return progress
    onProgress(progress)
    after = page.at(-1) ?? ''
  }
}
