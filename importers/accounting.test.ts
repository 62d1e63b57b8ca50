// The report of an import accounts for every record and every field. This test walks the input independently of the
// importers: with JSON.parse, a YAML parser and a split of CSV lines.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { ImportInput, SourceFile } from './files.ts'
import type { ImportItem } from './importer.ts'
import { runImport } from './run.ts'
import { sources } from './sources.ts'

const folder = join(import.meta.dirname, 'fixtures')

function fileOf(source: string, name: string): SourceFile {
  const bytes = readFileSync(join(folder, source, name))
  return {
    path: `${source}/${name}`,
    sizeBytes: bytes.length,
    slice: async (start, end) => new Uint8Array(bytes.subarray(start, end)).buffer,
    content: async function* () {
      yield new Uint8Array(bytes)
    },
    openRelative: (path) =>
      readdirSync(join(folder, source)).includes(path) ? fileOf(source, path) : undefined,
  }
}

const inputsOf = (source: string): readonly ImportInput[] => [
  {
    kind: 'folder',
    path: source,
    files: readdirSync(join(folder, source))
      .toSorted()
      .map((name) => fileOf(source, name)),
  },
]

/** The cells of a CSV line. */
const cellsOf = (line: string): readonly string[] =>
  Array.from(line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g), ([, cell = '']) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  )

function recordsIn(source: string, name: string): readonly unknown[] {
  const text = readFileSync(join(folder, source, name), 'utf8')
  const lines = text.split('\n').filter((line) => line !== '')
  if (name.endsWith('.jsonl')) return lines.map((line): unknown => JSON.parse(line))
  if (name.endsWith('.yaml')) return [parse(text)].flat()
  if (name.endsWith('.json')) {
    const value = JSON.parse(text) as { readonly data?: unknown }
    return Array.isArray(value.data) ? value.data : [value].flat()
  }
  if (!name.endsWith('.csv')) return []
  const [head = '', ...rows] = lines
  const names = cellsOf(head)
  return rows.map((row) => Object.fromEntries(cellsOf(row).map((cell, i) => [names[i] ?? '', cell])))
}

type Leaf = { readonly path: string; readonly value: unknown }

/** Counts the nodes with content by path, and collects their leaves. JSON inside texts is walked, too. */
class Walk {
  readonly nodes = new Map<string, number>()
  readonly leaves: Leaf[] = []

  walk(value: unknown, path: string): boolean {
    if (value === null || value === undefined || value === '') return false
    const parsedValue = typeof value === 'string' && /^[[{"]/.test(value) ? parsedOr(value) : value
    if (typeof parsedValue !== 'object' || parsedValue === null)
      this.leaves.push({ path, value: parsedValue })
    else {
      const members = Array.isArray(parsedValue)
        ? parsedValue.map((member: unknown) => this.walk(member, `${path}[]`))
        : Object.entries(parsedValue).map(([name, member]) =>
            this.walk(member, path === '' ? name : `${path}.${name}`),
          )
      if (!members.includes(true)) return false
    }
    this.nodes.set(path, (this.nodes.get(path) ?? 0) + 1)
    return true
  }
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const covers = (field: string, path: string): boolean =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`)

async function importFiles(source: string, files: string) {
  const importer = sources.get(source)
  if (importer === undefined) throw new Error(`no source ${source}`)
  const inputs = inputsOf(files)
  const { report } = await runImport({
    importer,
    inputs,
    to: undefined,
    onProgress: () => undefined,
  })
  const items: ImportItem[] = []
  for await (const item of importer.read(inputs)) items.push(item)
  return { report, items }
}

/** Every text and number in the items. Times and ids are converted, so they are not compared. */
function valuesIn(items: readonly ImportItem[]): ReadonlySet<string> {
  const walk = new Walk()
  const plainItems: unknown = JSON.parse(
    JSON.stringify(
      items.filter(({ kind }) => kind !== 'fields'),
      (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    ),
  )
  walk.walk(plainItems, '')
  // Tags are joined.
  return new Set(walk.leaves.flatMap(({ value }) => [String(value), ...String(value).split(',')]))
}

/** Targets whose value has another form in Assay: times, ids, words of a closed list, and slugs.
 * Of the labels, `latest` is the newest revision. */
const convertedTargets =
  /^(start_time|end_time|events|trace_id|span_id|parent_id|links|span_type|status_code|ag\.flags\.origin|testset|run|evaluators|environments|parameters\.prompt\.template_format|ag\.references\..*|.*content of the file.*)$/

/**
 * Written by hand for fields that are easy to lose, or exported by the tool itself: Phoenix 20.26 and promptfoo
 * 0.121.
 */
const fixtures = [
  ...[...sources.keys()].map((source) => ({ source, files: source })),
  ...['phoenix', 'promptfoo'].map((source) => ({ source, files: `exported/${source}` })),
]

describe.each(fixtures)('$files', ({ source, files }) => {
  test('the report accounts for every record and every field of the files', async () => {
    const { report, items } = await importFiles(source, files)
    const walk = new Walk()
    let records = 0
    for (const name of readdirSync(join(folder, files))) {
      for (const record of recordsIn(files, name)) {
        records += 1
        walk.walk(record, '')
      }
    }
    expect(report.records.read).toBe(records)
    const { imported: importedCount, left_out, unreadable } = report.records
    expect(importedCount + left_out + unreadable).toBe(records)

    const counts = new Map<string, number>()
    for (const { field, count } of report.fields) counts.set(field, (counts.get(field) ?? 0) + count)
    // A field that is reported at one level has the count of the walk. Records that are left out report fewer levels.
    const isNested = (field: string): boolean =>
      [...counts.keys()].some((other) => other !== field && (covers(other, field) || covers(field, other)))
    const wrongCounts = [...counts].filter(([field, count]) => {
      const nodes = walk.nodes.get(field) ?? 0
      return isNested(field) ? count > nodes : count !== nodes
    })
    expect(wrongCounts).toEqual([])
    const uncoveredLeaves = walk.leaves.filter(
      ({ path }) => ![...counts.keys()].some((field) => covers(field, path)),
    )
    expect(uncoveredLeaves).toEqual([])

    // Values of fields that are always imported are found in the items.
    const values = valuesIn(items)
    const missingLeaves = walk.leaves.filter(({ path, value }) => {
      const fieldOutcomes = report.fields.filter(({ field }) => covers(field, path))
      return (
        fieldOutcomes.every((outcome) => 'to' in outcome && !convertedTargets.test(outcome.to)) &&
        !values.has(String(value)) &&
        // Templates are resolved.
        !String(value).includes('{{')
      )
    })
    expect(missingLeaves).toEqual([])
  })

  test('"complete" is true only if no record and no field is left out', async () => {
    const { report } = await importFiles(source, files)
    const isComplete =
      report.unmapped.length === 0 &&
      report.faults_total === 0 &&
      report.records.imported === report.records.read &&
      report.fields.every((field) => 'to' in field)
    expect(report.complete).toBe(isComplete)
  })
})
