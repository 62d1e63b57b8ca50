// What the files of tests cost: of the last runs on this machine (node_modules/.cache/tests/costs.json) and of the last change
// that stored it (test/costs.json, written by `npm run test:costs -- --write`). The longest files start first, shards of the deep
// tier are equally expensive, and a run shows what a change added.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FileCost } from './each-file.ts'
import { isDeep } from './tier.ts'

export interface TierCosts {
  /** Processor time of a whole run, with the servers that all files share. */
  readonly seconds: number
  /** Processor time by vitest project, and of what the files share. */
  readonly parts: Readonly<Record<string, number>>
  readonly files: Readonly<Record<string, FileCost>>
}

export type TierName = 'test' | 'deep'
export const tierName: TierName = isDeep ? 'deep' : 'test'

type Costs = Readonly<Partial<Record<TierName, TierCosts>>>

const root = join(import.meta.dirname, '../..')
const cachePath = join(root, 'node_modules/.cache/tests/costs.json')
const storedPath = join(root, 'test/costs.json')

export const noCosts: TierCosts = { seconds: 0, parts: {}, files: {} }

function readCosts(path: string): Costs {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

function writeCosts(path: string, costs: Costs): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(costs, undefined, 2)}\n`)
}

export const lastCosts = (): Costs => readCosts(cachePath)
export const storedCosts = (): Costs => readCosts(storedPath)

export const saveLastCosts = (costs: TierCosts): void =>
  writeCosts(cachePath, { ...lastCosts(), [tierName]: costs })

/** Files below this many seconds are left out: their order does not matter. */
const storedSecondsMin = 2

const storedForm = ({ seconds, parts, files }: TierCosts): TierCosts => ({
  seconds: Math.round(seconds),
  parts: Object.fromEntries(Object.entries(parts).map(([part, cpu]) => [part, Math.round(cpu)])),
  files: Object.fromEntries(
    Object.entries(files)
      .filter(
        ([file, { cpu, wall }]) => Math.max(cpu, wall) >= storedSecondsMin && existsSync(join(root, file)),
      )
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, { cpu, wall, starts }]) => [
        file,
        { cpu: Math.round(cpu), wall: Math.round(wall), starts },
      ]),
  ),
})

/** Stores the costs of the last runs as those of this change. */
export function storeLastCosts(): void {
  const costs = { ...storedCosts(), ...lastCosts() }
  writeCosts(
    storedPath,
    Object.fromEntries(Object.entries(costs).map(([tier, tierCosts]) => [tier, storedForm(tierCosts)])),
  )
}

/** The best known costs of each file, for its place in the order and its shard. */
export function knownFileCosts(tier: TierName, { onlyStored = false } = {}): ReadonlyMap<string, FileCost> {
  const other = tier === 'deep' ? 'test' : 'deep'
  const sources = [storedCosts(), onlyStored ? {} : lastCosts()]
  return new Map(
    [...sources.map((costs) => costs[other]), ...sources.map((costs) => costs[tier])].flatMap((costs) =>
      Object.entries(costs?.files ?? {}),
    ),
  )
}
