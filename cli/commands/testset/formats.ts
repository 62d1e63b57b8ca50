// Detects the format of a file of rows by its name.
import { extname } from 'node:path'
import { UsageError, type Arguments, type Option } from '../../command.ts'

const formats = ['csv', 'json', 'jsonl', 'parquet'] as const
type Format = (typeof formats)[number]

export const formatOption: Option = {
  value: 'format',
  help: 'The format of the file (default: by its name).',
  choices: formats,
}

const isFormat = (text: string | undefined): text is Format => formats.some((format) => format === text)

export function formatOf(args: Arguments, file: string | undefined): Format {
  const name = args.option('--format') ?? (file === undefined ? 'csv' : extname(file).slice(1).toLowerCase())
  const format = name === 'ndjson' ? 'jsonl' : name
  if (isFormat(format)) return format
  throw new UsageError(`The name ${file ?? '-'} has no known extension: pass --format ${formats.join('|')}.`)
}
