// The last whole runs of the deep tier: test/deep-runs.md, the newest first.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface DeepRun {
  readonly commit: string
  /** As 2026-11-19. */
  readonly date: string
  readonly minutes: number
  readonly failures: number
}

const path = join(import.meta.dirname, '../deep-runs.md')
const runsMax = 10

const intro = `# Runs of the deep tier

Written by \`npm run test:deep\` when all of its files have passed or failed on a commit. The last ten, the newest first.

| commit | date | minutes | failures |
| --- | --- | --- | --- |
`

export function deepRuns(): readonly DeepRun[] {
  const rows = readFileSync(path, 'utf8').matchAll(
    /^\| (\S[^|]*\S) \| (\d{4}-\d\d-\d\d) \| (\d+) \| (\d+) \|$/gm,
  )
  return [...rows].map(([, commit = '', date = '', minutes, failures]) => ({
    commit,
    date,
    minutes: Number(minutes),
    failures: Number(failures),
  }))
}

/** Replaces the run of the same commit. */
export function addDeepRun(run: DeepRun): void {
  const runs = [run, ...deepRuns().filter(({ commit }) => commit !== run.commit)].slice(0, runsMax)
  const rows = runs.map(
    ({ commit, date, minutes, failures }) => `| ${commit} | ${date} | ${minutes} | ${failures} |\n`,
  )
  writeFileSync(path, intro + rows.join(''))
}

export function newestDeepRunText(): string {
  const [run] = deepRuns()
  if (run === undefined) return 'no run of it is recorded'
  const days = Math.floor((Date.now() - Date.parse(run.date)) / 86_400_000)
  const age = days === 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`
  return `its newest run was ${age}, on ${run.commit}, with ${run.failures} failures`
}
