// Paths to files: a folder is everything in it that can be read, in the order of names.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { kindOf } from './reading/records.ts'

const readable: ReadonlySet<string> = new Set(['json', 'jsonl', 'ndjson', 'csv', 'parquet', 'yaml', 'yml'])

export function filesIn(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' })
          .toSorted()
          .map((name) => join(path, name))
          .filter((file) => readable.has(kindOf(file)) && statSync(file).isFile())
      : [path],
  )
}
