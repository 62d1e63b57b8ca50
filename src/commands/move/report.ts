// The lines that `assay move` prints.
import { resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { isEqual, type Comparison, type SideSum, type WalkProgress } from '../../move/copy-records.ts'
import { throttledPrinter } from '../command.ts'
import type { MovePlan } from './plan.ts'

/** Prints a line every few seconds. */
export function printProgress(): (progress: WalkProgress) => void {
  const print = throttledPrinter()
  return ({ name, done, total }) => print(() => `${name}: ${done} of ${total} rows`)
}

const sideCells = ({ rows, hash }: SideSum): readonly string[] => [String(rows), hash.slice(0, 16)]

/** One line for each comparison, aligned. Tables that are empty on both sides are left out. */
export function comparisonLines(comparisons: readonly Comparison[]): readonly string[] {
  const rows = comparisons
    .filter(({ source, target }) => source.rows + target.rows > 0)
    .map((comparison) => [
      comparison.name,
      ...sideCells(comparison.source),
      ...sideCells(comparison.target),
      isEqual(comparison) ? 'equal' : 'DIFFERENT',
    ])
  const table = [['', 'source rows', 'content', 'target rows', 'content', ''], ...rows]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  return table.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** The settings of servers after the move. The key of secrets is never copied. */
export function finishedLines(config: Config, { records, traces }: MovePlan): readonly string[] {
  const { dataDir } = records ?? traces ?? config
  const settings = [
    ...(records === undefined
      ? []
      : [records.databaseUrl === undefined ? 'no ASSAY_DATABASE_URL' : 'ASSAY_DATABASE_URL']),
    ...(traces === undefined
      ? []
      : [traces.clickhouseUrl === undefined ? 'no ASSAY_CLICKHOUSE_URL' : 'ASSAY_CLICKHOUSE_URL']),
    ...(resolve(dataDir) === resolve(config.dataDir) ? [] : [`ASSAY_DATA_DIR=${dataDir}`]),
  ]
  return [
    `The move has ended: source and target are equal. Start the server with ${settings.join(' and ')}.`,
    config.secretsKey === undefined
      ? `The secrets key was not copied. A server with another data directory than '${config.dataDir}' needs a copy of its secrets.key, or the key in ASSAY_SECRETS_KEY.`
      : 'The secrets key was not copied: give the server the same ASSAY_SECRETS_KEY.',
    'Do not start a server on the former stores again: writes there are no longer copied.',
  ]
}
