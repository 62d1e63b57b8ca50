// The checks after the faults: no acknowledged write is lost or duplicated, versions have no gap, every run has ended.
import { setTimeout as sleep } from 'node:timers/promises'
import { lines, requireSuccess, type Reply } from './client.ts'
import type { Ledger } from './load.ts'

/** The time limit after the last fault for storing all accepted spans and finishing all runs. */
const settleSecondsMax = 180
/** Commits of each variant whose payload is read again. */
const sampleMax = 300

export interface CheckResult {
  /** A message for each violation. */
  readonly findings: readonly string[]
  /** Runs with cells that were abandoned after four kills. */
  readonly abandonedRuns: number
  /** Cells of the program, of all runs. */
  readonly cells: number
}

const hasDuplicates = (values: readonly unknown[]): boolean => new Set(values).size < values.length

async function waitUntilTrue(condition: () => Promise<boolean>): Promise<boolean> {
  for (let second = 0; second < settleSecondsMax; second++) {
    if (await condition()) return true
    await sleep(1000)
  }
  return false
}

interface StoredCommit {
  readonly id: string
  readonly version: string
  readonly data?: { readonly parameters?: { readonly turn?: number } }
}

/** All commits of a variant, by pages: an hour of load is a hundred thousand of them. */
async function storedCommits(url: string, variantId: string): Promise<readonly StoredCommit[]> {
  const commits: StoredCommit[] = []
  for (let windowing: object | undefined = { limit: 1000 }; windowing !== undefined;) {
    const page = await requireSuccess(url, '/api/applications/revisions/query', {
      application_variant_refs: [{ id: variantId }],
      windowing,
    })
    commits.push(...(page.application_revisions as readonly StoredCommit[]))
    windowing = page.windowing as object | undefined
  }
  return commits
}

async function commitFindings(url: string, { commits }: Ledger): Promise<readonly string[]> {
  const findings: string[] = []
  for (const [variantId, acknowledgedCommits] of commits) {
    const log = await storedCommits(url, variantId)
    const versions = log.map(({ version }) => Number(version)).toSorted((a, b) => a - b)
    if (versions.some((version, i) => version !== i)) findings.push(`versions of ${variantId} have a gap`)
    const versionOf = new Map(log.map(({ id, version }) => [id, version]))
    const lostCommits = acknowledgedCommits.filter(({ id, version }) => versionOf.get(id) !== version)
    if (lostCommits.length > 0) findings.push(`${lostCommits.length} commits of ${variantId} are lost`)
    const turnNumbers = log.flatMap(({ data }) => data?.parameters?.turn ?? [])
    if (hasDuplicates(turnNumbers)) findings.push(`a commit of ${variantId} is stored twice`)
    const step = Math.max(1, Math.floor(acknowledgedCommits.length / sampleMax))
    for (const { id, turn } of acknowledgedCommits.filter((_, i) => i % step === 0)) {
      const { application_revision: revision } = await requireSuccess(
        url,
        '/api/applications/revisions/retrieve',
        {
          application_revision_ref: { id },
        },
      )
      if (revision?.data?.parameters?.turn !== turn) findings.push(`commit ${id} has another payload`)
    }
  }
  return findings
}

async function spanFindings(url: string, { spans }: Ledger): Promise<readonly string[]> {
  let missing = spans.size
  let duplicates = 0
  const hasAllSpans = async (): Promise<boolean> => {
    const spanIds = new Set<string>()
    duplicates = 0
    for await (const line of lines(url, '/api/spans/export', {})) {
      const id = /"span_id":"([0-9a-f]{16})"/.exec(line)?.[1]
      if (id === undefined) continue
      if (spanIds.has(id)) duplicates += 1
      spanIds.add(id)
    }
    missing = [...spans].filter((id) => !spanIds.has(id)).length
    return missing === 0
  }
  const isComplete = await waitUntilTrue(hasAllSpans)
  return [
    ...(isComplete ? [] : [`${missing} spans are lost`]),
    ...(duplicates === 0 ? [] : [`${duplicates} spans are stored twice`]),
  ]
}

/** A cell that was running in four killed processes, or its evaluation. Expected when processes are killed often. */
const isAbandonedCell = ({ error }: Reply['body']): boolean =>
  /crashed 4 times/.test(error?.message ?? '') || error?.code === 'upstream_failed'

async function resultsOf(url: string, runId: string): Promise<readonly Reply['body'][]> {
  const { results } = await requireSuccess(url, '/api/evaluations/results/query', {
    result: { run_id: runId },
    windowing: { limit: 1000 },
  })
  return results
}

/** All runs, including those whose acknowledgement was lost. */
async function allRuns(url: string, { runs }: Ledger): Promise<ReadonlySet<string>> {
  const ids = new Set(runs)
  const { runs: storedRuns } = await requireSuccess(url, '/api/evaluations/runs/query', {
    windowing: { limit: 1000 },
  })
  for (const { id } of storedRuns) ids.add(id as string)
  return ids
}

/** The cells of a run: one result each, and none failed by an outage. */
async function cellFindings(
  url: string,
  { id, status }: Reply['body'],
): Promise<Omit<CheckResult, 'abandonedRuns'> & { readonly isAbandoned: boolean }> {
  const results = await resultsOf(url, id)
  const findings: string[] = []
  const names = results.map(({ scenario_id, step_key, repeat_idx }) =>
    [scenario_id, step_key, repeat_idx].join(' '),
  )
  if (hasDuplicates(names)) findings.push(`a cell of run ${id} is stored twice`)
  const cells = results.filter(({ step_key }) => step_key.startsWith('application-')).length
  const failures = results.filter((result) => result.status !== 'success')
  const isAbandonedRun = failures.length > 0 && failures.every(isAbandonedCell)
  if (status !== 'success' && !isAbandonedRun) {
    findings.push(`run ${id} ended as ${status}: ${JSON.stringify(failures).slice(0, 1000)}`)
  }
  return { findings, cells, isAbandoned: isAbandonedRun }
}

async function runFindings(url: string, ledger: Ledger): Promise<CheckResult> {
  const findings: string[] = []
  let abandonedCount = 0
  let cells = 0
  const waitingRuns = new Set(await allRuns(url, ledger))
  await waitUntilTrue(async () => {
    for (const id of waitingRuns) {
      const { run } = await requireSuccess(url, `/api/evaluations/runs/${id}`)
      if (run.flags.is_active === true) continue
      waitingRuns.delete(id)
      const runResult = await cellFindings(url, run)
      findings.push(...runResult.findings)
      cells += runResult.cells
      if (runResult.isAbandoned) abandonedCount += 1
    }
    return waitingRuns.size === 0
  })
  for (const id of waitingRuns) findings.push(`run ${id} is stuck`)
  return { findings, abandonedRuns: abandonedCount, cells }
}

export async function check(url: string, ledger: Ledger): Promise<CheckResult> {
  console.log('    commits')
  const commits = await commitFindings(url, ledger)
  console.log('    spans')
  const spans = await spanFindings(url, ledger)
  console.log('    runs')
  const { findings, ...counts } = await runFindings(url, ledger)
  return { ...counts, findings: [...new Set(ledger.faults), ...commits, ...spans, ...findings] }
}
