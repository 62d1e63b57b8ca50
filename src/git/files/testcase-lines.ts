// The rows of a testset as JSON lines. A line has the data of its testcase, with the dedup id, and the metadata of the
// row under __flags__, __tags__ and __meta__: the format of imported files. Up to 2,000 rows are one file. Longer lists
// have one file per page of the list: pages end at rows chosen by their content, so an edit changes one file of about
// 1,000 rows (100,000 rows: about 100 files), and unchanged files keep their object id.
import { exactText } from '../../testsets/exact-text.ts'
import { metadataNames, type RowMetadata } from '../../testsets/rows.ts'
import type { JsonObject } from '../../kernel/json/value.ts'

interface FileRow extends RowMetadata {
  readonly data: JsonObject
}

export const singleFileRowsMax = 2000
export const singleFilePath = 'testcases.jsonl'

const chunkPattern = /^testcases\/.*\.jsonl$/

export const chunkPath = (index: number): string => `testcases/${String(index + 1).padStart(6, '0')}.jsonl`

export const isTestcasePath = (path: string): boolean => path === singleFilePath || chunkPattern.test(path)

export const testcaseLine = (row: FileRow): string => {
  const metadata = metadataNames.flatMap((name) => {
    const value = row[name]
    return value === undefined ? [] : [[`__${name}__`, value] as const]
  })
  return `${exactText({ ...row.data, ...Object.fromEntries(metadata) })}\n`
}

/** The files with rows, in the order of their rows: numbers in names are compared as numbers. */
export const testcasePaths = (paths: Iterable<string>): readonly string[] =>
  [...paths]
    .filter(isTestcasePath)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }) || (a < b ? -1 : 1))
