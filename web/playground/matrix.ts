// The matrix of calls: each row with each column, `repeats` times. This file is pure.
import type { Outcome, Values } from '../app/trials/program.ts'
import { typedText, typedValue } from '../app/trials/typed-json.ts'
import type { JsonObject, Revision } from '../app/versions/client.ts'
import type { Draft } from '../app/versions/draft-value.ts'
import { promptOf } from '../ui/prompt-editor/prompt.ts'
import { variablesOf } from '../ui/prompt-editor/variables.ts'
import type { Turn } from './conversation/conversation.ts'

/** A revision with the changes of its draft. */
export interface Column {
  /** The position of the column: `0`, `1`, …. */
  readonly key: string
  /** The display name, such as `A · main@3`. */
  readonly name: string
  /** The display name of the variant. */
  readonly variant: string
  readonly revision: Revision
  readonly data: JsonObject
  /** The name of the draft in the storage of this browser. */
  readonly draftName: string
  /** Whether the draft is that of the variant, which the page of the application edits, too. */
  readonly isVariantDraft: boolean
  readonly draft: Draft | undefined
  /** Whether the data differ from the revision. */
  readonly isDraft: boolean
}

export interface InputRow {
  readonly key: string
  readonly from: 'typed' | 'testcase' | 'trace'
  /** The texts of the fields. */
  readonly texts: Readonly<Record<string, string>>
  readonly inputs: Values
  readonly testcase?: { readonly id: string; readonly data: Values }
}

export type Cell =
  | { readonly state: 'cancelled' }
  | { readonly state: 'waiting'; readonly turns?: readonly Turn[] }
  /** The outcome was too large to be stored, so a reload lost it. */
  | { readonly state: 'dropped' }
  | {
      readonly state: 'running'
      /** The text of the model so far. */
      readonly text?: string
      readonly turns?: readonly Turn[]
    }
  | DoneCell

export interface DoneCell {
  readonly state: 'done'
  readonly outcome: Outcome
  /** The stamp of the input. */
  readonly of: string
  /** The conversation before the outcome, for a cell that was continued. */
  readonly turns?: readonly Turn[]
  /** The outcomes of evaluators by slug. */
  readonly scores?: Readonly<Record<string, Outcome>>
  readonly isScoring?: boolean
}

/** The maximum of calls at once. A run has no such limit. */
export const callsMax = 200

interface CellPosition {
  readonly row: string
  readonly column: string
  readonly repeat: number
}

export const cellKey = ({ row, column, repeat }: CellPosition): string => `${row} ${column} ${repeat}`

const chatUri = /^(agenta|assay):builtin:chat:/

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The properties of the input schema. */
function inputProperties({ schemas }: JsonObject): object {
  const inputs = isObject(schemas) ? schemas['inputs'] : undefined
  const properties = isObject(inputs) ? inputs['properties'] : undefined
  return isObject(properties) ? properties : {}
}

/** Whether the conversation is one of the inputs. */
export function isChat(data: JsonObject): boolean {
  const { uri } = data
  if (typeof uri === 'string' && chatUri.test(uri)) return true
  return Object.hasOwn(inputProperties(data), 'messages')
}

function variablesOfColumn({ data }: Column): readonly string[] {
  const prompt = promptOf(data['parameters'])
  const names = prompt === undefined ? Object.keys(inputProperties(data)) : variablesOf(prompt)
  return [...names, ...(prompt?.input_keys ?? []), ...(isChat(data) ? ['messages'] : [])]
}

/** The inputs of all columns. A program without declared inputs has one. */
export function variablesIn(columns: readonly Column[]): readonly string[] {
  const names = [...new Set(columns.flatMap(variablesOfColumn))]
  const isPrompt = columns.some(({ data }) => promptOf(data['parameters']) !== undefined)
  return names.length > 0 || isPrompt ? names : ['input']
}

/** The messages of a text: a conversation as JSON, or one message of the user. */
function messagesOfText(text: string): unknown {
  const value = typedValue(text)
  return Array.isArray(value) ? value : [{ role: 'user', content: text }]
}

/** The inputs of a typed row: one value per variable. */
export function typedInputs(texts: Readonly<Record<string, string>>, variables: readonly string[]): Values {
  return Object.fromEntries(
    variables.map((name) => {
      const text = (Object.hasOwn(texts, name) ? texts[name] : undefined) ?? ''
      return [name, name === 'messages' ? messagesOfText(text) : typedValue(text)]
    }),
  )
}

/** The values of a testcase or a trace as texts. */
export const textsOf = (values: Values): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typedText(value)]))

/** A hash of 64 bits (FNV-1a with two multipliers): it detects changes and resists no attacker. */
function hashOf(text: string): string {
  let first = 0x81_1c_9d_c5
  let second = 0x01_00_01_93
  for (let at = 0; at < text.length; at++) {
    first = Math.imul(first ^ text.charCodeAt(at), 0x01_00_01_93)
    second = Math.imul(second ^ text.charCodeAt(at), 0x85_eb_ca_6b)
  }
  return `${(first >>> 0).toString(36)}.${(second >>> 0).toString(36)}`
}

/** Identifies the input of a call. A cell with another stamp is outdated. */
export const stampOf = (column: Column, row: InputRow): string =>
  hashOf(JSON.stringify([column.revision.id, column.data, row.inputs]))

export interface PlannedCall {
  readonly key: string
  readonly row: InputRow
  readonly column: Column
  /** The conversation that the call continues. */
  readonly turns?: readonly Turn[]
}

interface Matrix {
  readonly rows: readonly InputRow[]
  readonly columns: readonly Column[]
  readonly repeats: number
}

export const planCalls = ({ rows, columns, repeats }: Matrix): readonly PlannedCall[] =>
  rows.flatMap((row) =>
    columns.flatMap((column) =>
      Array.from({ length: repeats }, (_, repeat) => ({
        key: cellKey({ row: row.key, column: column.key, repeat }),
        row,
        column,
      })),
    ),
  )

/** One row or one column by its key. */
export interface Part {
  readonly row?: string
  readonly column?: string
}

export const callsOf = (calls: readonly PlannedCall[], part: Part): readonly PlannedCall[] =>
  calls.filter(
    ({ row, column }) =>
      (part.row === undefined || row.key === part.row) &&
      (part.column === undefined || column.key === part.column),
  )

/** The letter of a column: `A`, `B`, …. */
export const letterOf = (position: number): string => String.fromCharCode(65 + position)
