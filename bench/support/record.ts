// Stores results with date, machine, and the comparison with a baseline of the same run.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

export interface Row {
  readonly [column: string]: string | number
}

const commit = (): string => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

const table = (rows: readonly Row[]): string => {
  const columns = Object.keys(rows[0] ?? {})
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((column) => row[column] ?? ''))),
  ].join('\n')
}

/** Prints the tables and writes them to bench/results/<date>-<name>.md. */
export function record(name: string, notes: readonly string[], ...tables: readonly (readonly Row[])[]): void {
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}, shared), ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.version}`
  const text = `# ${name}\n\n- Date: ${date}, commit ${commit()}\n- Machine: ${machine}\n${notes.map((note) => `- ${note}`).join('\n')}\n\n${tables.map(table).join('\n\n')}\n`
  const directory = join(import.meta.dirname, '../results')
  mkdirSync(directory, { recursive: true })
  const path = join(directory, `${date}-${name}.md`)
  writeFileSync(path, text)
  console.log(`\n${text}\nWritten to bench/results/${date}-${name}.md`)
}
