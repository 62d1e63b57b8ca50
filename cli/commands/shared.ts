// Shared by commands: tables, options, and reading of files and settings.
import { readFileSync } from 'node:fs'
import type { Context, Option, Outcome } from '../command.ts'
import { UsageError } from '../command.ts'
import type { Revision } from '../../sdk/shared/names.ts'
import { exactJson } from '../../importers/reading/exact-json.ts'
import { tableOf, type Column } from '../terminal/table.ts'
import { formatTime } from '../terminal/format.ts'

/** The outcome of a list command: a table, or a sentence when the list is empty. */
export function listOutcome<T>(
  { terminal }: Context,
  answer: {
    readonly json: unknown
    readonly columns: readonly Column<T>[]
    readonly rows: readonly T[]
    readonly none: string
  },
): Outcome {
  const { json, columns, rows, none } = answer
  return {
    json,
    text:
      rows.length === 0 ? none : tableOf(columns, rows, { width: terminal.width, head: terminal.style.dim }),
  }
}

const idColumn = ({ terminal }: Context): Column<{ readonly id: string }> => ({
  name: 'ID',
  isFixedWidth: true,
  hideOrder: 3,
  of: ({ id }) => id,
  paint: (text) => terminal.style.dim(text),
})

export const logOutcome = (context: Context, revisions: readonly Revision[]): Outcome =>
  listOutcome(context, {
    json: revisions,
    rows: revisions,
    none: 'No revisions.',
    columns: [
      { name: 'VERSION', isFixedWidth: true, of: ({ version }) => version, alignRight: true },
      { name: 'DATE', isFixedWidth: true, hideOrder: 1, of: ({ date }) => formatTime(date) },
      {
        name: 'HASH',
        isFixedWidth: true,
        hideOrder: 2,
        of: ({ content_hash }) => content_hash?.slice(0, 12),
      },
      { name: 'MESSAGE', of: ({ message }) => message },
      idColumn(context),
    ],
  })

/** The columns of a list of artifacts. */
export const artifactColumns = (
  context: Context,
): readonly Column<{
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly created_at: string
}>[] => [
  { name: 'SLUG', isFixedWidth: true, of: ({ slug }) => slug },
  { name: 'NAME', hideOrder: 1, of: ({ name }) => name },
  { name: 'CREATED', isFixedWidth: true, hideOrder: 2, of: ({ created_at }) => formatTime(created_at) },
  idColumn(context),
]

export const messageOption: Option = { value: 'text', help: 'The commit message.', short: '-m' }

export const alwaysOption: Option = { help: 'Create a revision even if nothing has changed.' }

/** A value as JSON on one line; a dash when absent. */
export const jsonCell = (value: unknown): string => (value === undefined ? '-' : JSON.stringify(value))

/** The bytes of a file; `-` is standard input. */
export const readBytes = (path: string): Buffer => readFileSync(path === '-' ? 0 : path)

export function readJson(path: string): unknown {
  const text = readBytes(path).toString('utf8')
  try {
    return exactJson(text)
  } catch (error) {
    const name = path === '-' ? 'The input' : path
    const message = error instanceof Error ? error.message : ''
    throw new UsageError(
      error instanceof SyntaxError ? `${name} is not JSON: ${message}.` : `${name}, ${message}`,
    )
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses `path=value`. The value is JSON if it parses, else text. */
export function readSetting(text: string): readonly [string, unknown] {
  const at = text.indexOf('=')
  if (at <= 0) throw new UsageError(`'${text}' is not a setting: write name=value.`)
  const value = text.slice(at + 1)
  try {
    return [text.slice(0, at), exactJson(value)]
  } catch (error) {
    if (error instanceof SyntaxError) return [text.slice(0, at), value]
    throw new UsageError(`'${text}': ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Nested objects from paths with dots: `a.b=1` is `{"a": {"b": 1}}`. */
export function settingsObject(settings: readonly string[]): Record<string, unknown> {
  // Names come from the user; objects without a prototype keep them apart from inherited members.
  const root: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [path, value] of settings.map(readSetting)) {
    const keys = path.split('.')
    const lastKey = keys.pop() ?? ''
    let at = root
    for (const key of keys) {
      const child = at[key]
      const next = isRecord(child)
        ? (child as Record<string, unknown>)
        : (Object.create(null) as Record<string, unknown>)
      at[key] = next
      at = next
    }
    at[lastKey] = value
  }
  return root
}
