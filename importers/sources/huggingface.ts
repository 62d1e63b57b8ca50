// Hugging Face: a folder with Parquet shards (or JSON lines, CSV) and a README whose head lists configs and splits. Each config is a
// testset; the split of a row is a tag.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, matchesGlob } from 'node:path'
import { parse } from 'yaml'
import { fault, slugOf, unmapped, type Importer, type Told } from '../importer.ts'
import { textField } from '../reading/fields.ts'
import { isRecord } from '../reading/record.ts'
import { kindOf, recordsOf } from '../reading/records.ts'

interface Shard {
  readonly testset: string
  readonly split: string | undefined
  readonly file: string
}

const readable: ReadonlySet<string> = new Set(['parquet', 'jsonl', 'ndjson', 'json', 'csv'])

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .filter((name) => readable.has(kindOf(name)) && statSync(join(folder, name)).isFile())

/** `train-00000-of-00002.parquet` says its split. */
const splitInName = (file: string): string | undefined =>
  /(?:^|[/_.-])(train|test|validation|valid|dev|eval)(?=[/_.-])/i.exec(file)?.[1]?.toLowerCase()

/** The configs of a README, between its first two lines of dashes. */
function configsOf(folder: string): readonly unknown[] {
  const readme = join(folder, 'README.md')
  const head = existsSync(readme)
    ? /^---\n([\s\S]*?)\n---/.exec(readFileSync(readme, 'utf8'))?.[1]
    : undefined
  const read: unknown = head === undefined ? undefined : parse(head)
  const configs = isRecord(read) ? read['configs'] : undefined
  return Array.isArray(configs) ? configs : []
}

/** One path or pattern, or several, each with its split or without. */
function dataFiles(
  config: unknown,
): readonly { readonly split: string | undefined; readonly pattern: string }[] {
  const given = isRecord(config) ? config['data_files'] : undefined
  return [given].flat().flatMap((one) => {
    if (typeof one === 'string') return [{ split: undefined, pattern: one }]
    if (!isRecord(one)) return []
    return [one['path']].flat().map((path) => ({ split: textField(one, 'split'), pattern: String(path) }))
  })
}

function shardsIn(folder: string): readonly Shard[] {
  const files = filesBelow(folder)
  const name = slugOf(basename(folder))
  const configs = configsOf(folder)
  if (configs.length === 0)
    return files.map((file) => ({ testset: name, split: splitInName(file), file: join(folder, file) }))
  return configs.flatMap((config) => {
    const own = isRecord(config) ? textField(config, 'config_name') : undefined
    const testset = own === undefined || own === 'default' ? name : slugOf(`${name}-${own}`)
    return dataFiles(config).flatMap(({ split, pattern }) =>
      files
        .filter((file) => file === pattern || matchesGlob(file, pattern))
        .map((file) => ({ testset, split: split ?? splitInName(file), file: join(folder, file) })),
    )
  })
}

async function* read(paths: readonly string[]): AsyncGenerator<Told> {
  for (const path of paths) {
    const shards = statSync(path).isDirectory()
      ? shardsIn(path)
      : [
          {
            testset: slugOf(basename(path).replace(/(\.\w+)+$/, '')),
            split: splitInName(basename(path)),
            file: path,
          },
        ]
    if (shards.length === 0) yield unmapped('folders without files that can be read', { file: path, line: 1 })
    for (const { testset, split, file } of shards) {
      for await (const one of recordsOf(file)) {
        if ('fault' in one) {
          yield fault(one.fault, one.at)
          continue
        }
        const id = textField(one.record, 'id', 'idx')
        yield {
          kind: 'row',
          testset,
          row: {
            data: one.record,
            // Ids are of their split.
            dedupId: id === undefined ? undefined : `${split ?? 'all'}-${id}`,
            tags: split === undefined ? undefined : { split },
          },
        }
      }
    }
  }
}

export const huggingface: Importer = {
  source: 'huggingface',
  takes: 'a folder of Parquet shards with its README; splits as tags',
  read,
}
