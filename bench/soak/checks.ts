// The checks after the faults: nothing acknowledged is lost, versions have no gap, every run has ended.
import { setTimeout as sleep } from 'node:timers/promises'
import { must, type Reply } from './client.ts'
import type { Ledger } from './load.ts'

/** After the last fault: the time limit for storing all accepted spans and finishing all runs. */
const settleSecondsMax = 180
/** Commits of each variant whose payload is read again. */
const sampleMax = 300

export interface Checked {
  /** Everything that is wrong; nothing: an empty list. */
  readonly findings: readonly string[]
  /** Runs of which cells were given up after three kills. */
  readonly givenUp: number
}

async function within(look: () => Promise<boolean>): Promise<boolean> {
  for (let second = 0; second < settleSecondsMax; second++) {
    if (await look()) return true
    await sleep(1000)
  }
  return false
}

async function commitFindings(url: string, { commits }: Ledger): Promise<readonly string[]> {
  const findings: string[] = []
  for (const [variantId, acknowledged] of commits) {
    const { application_revisions: entries } = await must(url, '/api/applications/revisions/log', {
      application: { application_variant_id: variantId },
    })
    const log = entries as readonly { readonly id: string; readonly version: string }[]
    const versions = log.map(({ version }) => Number(version)).toSorted((a, b) => a - b)
    if (versions.some((version, i) => version !== i)) findings.push(`versions of ${variantId} have a gap`)
    const versionOf = new Map(log.map(({ id, version }) => [id, version]))
    const lost = acknowledged.filter(({ id, version }) => versionOf.get(id) !== version)
    if (lost.length > 0) findings.push(`${lost.length} commits of ${variantId} are lost`)
    const step = Math.max(1, Math.floor(acknowledged.length / sampleMax))
    for (const { id, turn } of acknowledged.filter((_, i) => i % step === 0)) {
      const { application_revision: stored } = await must(url, '/api/applications/revisions/retrieve', {
        application_revision_ref: { id },
      })
      if (stored?.data?.parameters?.turn !== turn) findings.push(`commit ${id} holds something else`)
    }
  }
  return findings
}

async function spanFindings(url: string, { spans }: Ledger): Promise<readonly string[]> {
  let missing = spans.size
  const isWhole = async (): Promise<boolean> => {
    const text = (await must(url, '/api/spans/export', {})) as string
    const spanIds = new Set([...text.matchAll(/"span_id":"([0-9a-f]{16})"/g)].map(([, id]) => id))
    missing = [...spans].filter((id) => !spanIds.has(id)).length
    return missing === 0
  }
  return (await within(isWhole)) ? [] : [`${missing} spans are lost`]
}

/** A cell that four processes crashed with, or one that judges it: expected where processes are killed often. */
const isGivenUp = ({ error }: Reply['body']): boolean =>
  /crashed 4 times/.test(error?.message ?? '') || error?.code === 'upstream_failed'

/** Cells of a run that did not succeed. */
async function failuresOf(url: string, runId: string): Promise<readonly Reply['body'][]> {
  const { results } = await must(url, '/api/evaluations/results/query', {
    result: { run_id: runId },
    windowing: { limit: 1000 },
  })
  return (results as readonly Reply['body'][]).filter(({ status }) => status !== 'success')
}

async function runFindings(url: string, { runs }: Ledger): Promise<Checked> {
  const findings: string[] = []
  let givenUp = 0
  const waiting = new Set(runs)
  await within(async () => {
    for (const id of waiting) {
      const { run } = await must(url, `/api/evaluations/runs/${id}`)
      if (run.flags.is_active === true) continue
      waiting.delete(id)
      if (run.status === 'success') continue
      const failures = await failuresOf(url, id)
      if (failures.length > 0 && failures.every(isGivenUp)) givenUp += 1
      else findings.push(`run ${id} ended as ${run.status}: ${JSON.stringify(failures).slice(0, 1000)}`)
    }
    return waiting.size === 0
  })
  for (const id of waiting) findings.push(`run ${id} is stuck`)
  return { findings, givenUp }
}

export async function check(url: string, ledger: Ledger): Promise<Checked> {
  const commits = await commitFindings(url, ledger)
  const spans = await spanFindings(url, ledger)
  const { findings, givenUp } = await runFindings(url, ledger)
  return { findings: [...new Set(ledger.faults), ...commits, ...spans, ...findings], givenUp }
}
