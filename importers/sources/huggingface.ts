// Imports a Hugging Face dataset: a folder with Parquet shards (or JSON lines, CSV) and a README whose front matter lists
// configs and splits, or a folder that `save_to_disk` wrote (Arrow). Each config becomes a testset; the split of a row becomes a tag.
import { parse } from 'yaml'
import type { ImportInput, SourceFile } from '../files.ts'
import { fault, slugOf, unmapped, type ImportedRow, type Importer, type ImportItem } from '../importer.ts'
import { mapRecords } from '../mapping/map-records.ts'
import { fieldText, type Fields } from '../reading/fields.ts'
import { bareName, basename, kindOf, matchesPattern } from '../reading/paths.ts'
import { isRecord } from '../reading/record.ts'
import { sentence } from '../reading/records.ts'
import { wholeText } from '../reading/text.ts'

type Folder = Extract<ImportInput, { readonly kind: 'folder' }>

interface Shard {
  readonly testset: string
  readonly split: string | undefined
  readonly file: SourceFile
}

const readableTypes: ReadonlySet<string> = new Set(['parquet', 'arrow', 'jsonl', 'ndjson', 'json', 'csv'])

const folderOf = (dataFiles: ImportInput): string => (dataFiles.kind === 'folder' ? dataFiles.path : '')

/** `train-00000-of-00002.parquet` has its split in its name. */
const splitInName = (file: string): string | undefined =>
  /(?:^|[/_.-])(train|test|validation|valid|dev|eval)(?=[/_.-])/i.exec(file)?.[1]?.toLowerCase()

/** `save_to_disk` writes a folder for each split, and files that describe them. */
const folderSplit = (file: string): string | undefined => /^([^/]+)\//.exec(file)?.[1]

/** The configs in the front matter of a README. */
async function configsOf(readme: SourceFile | undefined): Promise<readonly unknown[]> {
  const head =
    readme === undefined ? undefined : /^---\r?\n([\s\S]*?)\r?\n---/.exec(await wholeText(readme))?.[1]
  const read: unknown = head === undefined ? undefined : parse(head)
  const configs = isRecord(read) ? read['configs'] : undefined
  return Array.isArray(configs) ? configs : []
}

/** One or several paths or patterns, each with or without a split. */
function dataFiles(
  config: unknown,
): readonly { readonly split: string | undefined; readonly pattern: string }[] {
  const dataFiles = isRecord(config) ? config['data_files'] : undefined
  return [dataFiles].flat().flatMap((dataFile) => {
    if (typeof dataFile === 'string') return [{ split: undefined, pattern: dataFile }]
    if (!isRecord(dataFile)) return []
    return [dataFile['path']]
      .flat()
      .map((path) => ({ split: fieldText(dataFile, 'split'), pattern: String(path) }))
  })
}

async function shardsIn({ path, files: all }: Folder): Promise<readonly Shard[]> {
  const relativePath = (file: SourceFile): string => file.path.slice(path.length).replace(/^\/+/, '')
  const files = all.filter((file) => readableTypes.has(kindOf(file.path)))
  const name = slugOf(basename(path))
  const arrowFiles = files.filter((file) => kindOf(file.path) === 'arrow')
  if (arrowFiles.length > 0)
    return arrowFiles.map((file) => ({ testset: name, split: folderSplit(relativePath(file)), file }))
  const configs = await configsOf(all.find((file) => relativePath(file) === 'README.md'))
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
  testset: slugOf(bareName(file.path)),
  split: splitInName(basename(file.path)),
  file,
})

async function* read(dataFiles: readonly ImportInput[]): AsyncGenerator<ImportItem> {
  for (const dataFile of dataFiles) {
    let shards: readonly Shard[]
    try {
      shards = dataFile.kind === 'folder' ? await shardsIn(dataFile) : [shardOf(dataFile.file)]
    } catch (error) {
      yield fault(`its head cannot be read: ${sentence(error)}`, {
        file: `${folderOf(dataFile)}/README.md`,
        line: 1,
      })
      continue
    }
    if (dataFile.kind === 'folder' && shards.length === 0)
      yield unmapped('folders without files that can be read', { file: dataFile.path, line: 1 })
    for (const shard of shards)
      yield* mapRecords({
        files: [shard.file],
        map: (from, { at }) => [{ at, kind: 'row', testset: shard.testset, row: rowOf(from, shard) }],
      })
  }
}

function rowOf(from: Fields, { split }: Shard): ImportedRow {
  const data = from.all('columns')
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
