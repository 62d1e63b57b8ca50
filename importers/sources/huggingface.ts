// Imports a Hugging Face dataset: a folder with Parquet shards (or JSON lines, CSV) and a README whose front matter lists
// configs and splits, or a folder that `save_to_disk` wrote (Arrow). Each config becomes a testset; the split of a row becomes a tag.
import { parse } from 'yaml'
import type { ImportInput, SourceFile } from '../files.ts'
import {
  faultItem,
  slugOf,
  unmappedItem,
  type ImportedRow,
  type Importer,
  type ImportItem,
} from '../importer.ts'
import { mapRecords } from '../mapping/map-records.ts'
import { fieldText, type Fields } from '../reading/fields.ts'
import { nameWithoutExtensions, basename, kindOf, matchesPattern } from '../reading/paths.ts'
import { isRecord } from '../reading/record.ts'
import { inLibrary, readingFault } from '../reading/reading-fault.ts'
import { readFullText } from '../reading/text.ts'

type Folder = Extract<ImportInput, { readonly kind: 'folder' }>

interface Shard {
  readonly testset: string
  readonly split: string | undefined
  readonly file: SourceFile
}

const readableTypes: ReadonlySet<string> = new Set(['parquet', 'arrow', 'jsonl', 'ndjson', 'json', 'csv'])

const folderOf = (input: ImportInput): string => (input.kind === 'folder' ? input.path : '')

/** `train-00000-of-00002.parquet` has its split in its name. */
const splitInName = (file: string): string | undefined =>
  /(?:^|[/_.-])(train|test|validation|valid|dev|eval)(?=[/_.-])/i.exec(file)?.[1]?.toLowerCase()

/** `save_to_disk` writes a folder for each split, and files that describe them. */
const folderSplit = (file: string): string | undefined => /^([^/]+)\//.exec(file)?.[1]

/** The configs in the front matter of a README. */
async function configsOf(readme: SourceFile | undefined): Promise<readonly unknown[]> {
  const frontMatter =
    readme === undefined ? undefined : /^---\r?\n([\s\S]*?)\r?\n---/.exec(await readFullText(readme))?.[1]
  const metadata: unknown = frontMatter === undefined ? undefined : inLibrary(() => parse(frontMatter))
  const configs = isRecord(metadata) ? metadata['configs'] : undefined
  return Array.isArray(configs) ? configs : []
}

/** One or several paths or patterns, each with or without a split. */
function dataFiles(
  config: unknown,
): readonly { readonly split: string | undefined; readonly pattern: string }[] {
  const entries = isRecord(config) ? config['data_files'] : undefined
  return [entries].flat().flatMap((entry) => {
    if (typeof entry === 'string') return [{ split: undefined, pattern: entry }]
    if (!isRecord(entry)) return []
    return [entry['path']].flat().map((path) => ({ split: fieldText(entry, 'split'), pattern: String(path) }))
  })
}

async function shardsIn({ path, files: allFiles }: Folder): Promise<readonly Shard[]> {
  const relativePath = (file: SourceFile): string => file.path.slice(path.length).replace(/^\/+/, '')
  const files = allFiles.filter((file) => readableTypes.has(kindOf(file.path)))
  const name = slugOf(basename(path))
  const arrowFiles = files.filter((file) => kindOf(file.path) === 'arrow')
  if (arrowFiles.length > 0)
    return arrowFiles.map((file) => ({ testset: name, split: folderSplit(relativePath(file)), file }))
  const configs = await configsOf(allFiles.find((file) => relativePath(file) === 'README.md'))
  if (configs.length === 0)
    return files.map((file) => ({ testset: name, split: splitInName(relativePath(file)), file }))
  return configs.flatMap((config) => {
    const configName = isRecord(config) ? fieldText(config, 'config_name') : undefined
    const testset =
      configName === undefined || configName === 'default' ? name : slugOf(`${name}-${configName}`)
    return dataFiles(config).flatMap(({ split, pattern }) =>
      files
        .filter((file) => relativePath(file) === pattern || matchesPattern(relativePath(file), pattern))
        .map((file) => ({ testset, split: split ?? splitInName(relativePath(file)), file })),
    )
  })
}

const shardOf = (file: SourceFile): Shard => ({
  testset: slugOf(nameWithoutExtensions(file.path)),
  split: splitInName(basename(file.path)),
  file,
})

async function* read(inputs: readonly ImportInput[]): AsyncGenerator<ImportItem> {
  for (const input of inputs) {
    let shards: readonly Shard[]
    try {
      shards = input.kind === 'folder' ? await shardsIn(input) : [shardOf(input.file)]
    } catch (error) {
      yield faultItem(`its front matter cannot be read: ${readingFault(error)}`, {
        file: `${folderOf(input)}/README.md`,
        line: 1,
      })
      continue
    }
    if (input.kind === 'folder' && shards.length === 0)
      yield unmappedItem('folders without files that can be read', { file: input.path, line: 1 })
    for (const shard of shards)
      yield* mapRecords({
        files: [shard.file],
        map: (fields, { at }) => [{ at, kind: 'row', testset: shard.testset, row: rowOf(fields, shard) }],
      })
  }
}

function rowOf(fields: Fields, { split }: Shard): ImportedRow {
  const data = fields.takeAll('columns')
  const id = fieldText(data, 'id', 'idx')
  return {
    data,
    // Ids are unique within their split.
    dedupId: id === undefined ? undefined : `${split ?? 'all'}-${id}`,
    tags: split === undefined ? undefined : { split },
  }
}

export const huggingface: Importer = {
  source: 'huggingface',
  read,
}
