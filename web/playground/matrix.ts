// What is called: every row with every column, as often as asked. Pure: nothing here calls.
import type { Outcome, Values } from '../app/trials/program.ts'
import { typedText, typedValue } from '../app/trials/typed-json.ts'
import type { JsonObject, Revision } from '../app/versions/client.ts'
import { promptOf } from '../ui/prompt-editor/prompt.ts'
import { variablesOf } from '../ui/prompt-editor/variables.ts'

/** A revision, with its payload as it was changed. */
export interface Column {
  /** Its place: `0`, `1`, …. */
  readonly key: string
  /** `A · main@3`. */
  readonly name: string
  /** How sentences call the variant. */
  readonly variant: string
  readonly revision: Revision
  readonly data: JsonObject
  readonly isDraft: boolean
}

export interface InputRow {
  readonly key: string
  readonly from: 'typed' | 'testcase' | 'trace'
  /** Typed rows as they stand in their fields; others as they were read. */
  readonly texts: Readonly<Record<string, string>>
  readonly inputs: Values
  readonly testcase?: { readonly id: string; readonly data: Values }
}

export type Cell =
  | { readonly state: 'waiting' | 'running' | 'cancelled' }
  | { readonly state: 'done'; readonly outcome: Outcome; readonly of: string }

/** Calls of one press of the button: more is what runs are for. */
export const callsMax = 200

export const cellKey = (row: string, column: string, repeat: number): string => `${row} ${column} ${repeat}`

const chatUri = /^(agenta|assay):builtin:chat:/

/** The conversation comes with the inputs. */
export function isChat(data: JsonObject): boolean {
  const { uri, schemas } = data as {
    readonly uri?: unknown
    readonly schemas?: { readonly inputs?: { readonly properties?: object } }
  }
  if (typeof uri === 'string' && chatUri.test(uri)) return true
  return Object.hasOwn(schemas?.inputs?.properties ?? {}, 'messages')
}

function variablesOfColumn({ data }: Column): readonly string[] {
  const prompt = promptOf(data['parameters'])
  const { schemas } = data as {
    readonly schemas?: { readonly inputs?: { readonly properties?: object } }
  }
  const named = prompt === undefined ? Object.keys(schemas?.inputs?.properties ?? {}) : variablesOf(prompt)
  const asked = prompt?.input_keys ?? []
  return [...named, ...asked, ...(isChat(data) ? ['messages'] : [])]
}

/** What has to be given, over all columns; a program that says nothing takes one input. */
export function variablesIn(columns: readonly Column[]): readonly string[] {
  const found = [...new Set(columns.flatMap(variablesOfColumn))]
  const isPrompt = columns.some(({ data }) => promptOf(data['parameters']) !== undefined)
  return found.length > 0 || isPrompt ? found : ['input']
}

/** What was typed as messages: a conversation in JSON, or what the user says. */
function messagesOfText(text: string): unknown {
  const value = typedValue(text)
  return Array.isArray(value) ? value : [{ role: 'user', content: text }]
}

/** The inputs of a typed row: what is empty is left out, unless it is a variable that is asked for. */
export function typedInputs(texts: Readonly<Record<string, string>>, variables: readonly string[]): Values {
  return Object.fromEntries(
    variables.map((name) => {
      const text = (Object.hasOwn(texts, name) ? texts[name] : undefined) ?? ''
      return [name, name === 'messages' ? messagesOfText(text) : typedValue(text)]
    }),
  )
}

/** Of a testcase or a trace: all it has, as texts. */
export const textsOf = (values: Values): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typedText(value)]))

/** What an outcome is of: when this differs, something was changed since. */
export const stampOf = (column: Column, row: InputRow): string =>
  JSON.stringify([column.revision.id, column.data, row.inputs])

export interface PlannedCall {
  readonly key: string
  readonly row: InputRow
  readonly column: Column
}

export const planned = (
  rows: readonly InputRow[],
  columns: readonly Column[],
  repeats: number,
): readonly PlannedCall[] =>
  rows.flatMap((row) =>
    columns.flatMap((column) =>
      Array.from({ length: repeats }, (_, repeat) => ({
        key: cellKey(row.key, column.key, repeat),
        row,
        column,
      })),
    ),
  )

/** One row, or one column, by its key. */
export interface Part {
  readonly row?: string
  readonly column?: string
}

export const callsOf = (calls: readonly PlannedCall[], only: Part): readonly PlannedCall[] =>
  calls.filter(
    ({ row, column }) =>
      (only.row === undefined || row.key === only.row) &&
      (only.column === undefined || column.key === only.column),
  )

/** `A`, `B`, …. */
export const letterOf = (place: number): string => String.fromCharCode(65 + place)
