// web/playground/saving: saves the rows of the playground as a testset, and starts a run with it.
// Imports web/app, web/ui and the matrix. Start here.
//
// The rows of a testset from the rows and outputs of the playground. This file is pure.
import type { Values } from '../../app/trials/program.ts'
import { typedText, typedValue } from '../../app/trials/typed-json.ts'
import { messageText } from '../conversation/conversation.ts'
import { cellKey, type Cell, type Column, type InputRow } from '../matrix.ts'

export interface Mapping {
  /** The testset column of each input by name; empty: left out. */
  readonly inputs: Readonly<Record<string, string>>
  /** The testset column of the expected answer; empty: left out. */
  readonly expected: string
}

export const expectedColumn = 'correct_answer'

/** The names of all inputs. The expected answer, which a testset row may have, is left out. */
export const inputNames = (rows: readonly InputRow[]): readonly string[] =>
  [...new Set(rows.flatMap(({ inputs }) => Object.keys(inputs)))].filter((name) => name !== expectedColumn)

/** The expected answer of a row: the one of its testcase, else the output of a column as text. */
export function suggestedAnswer(
  row: InputRow,
  { column, cells }: { readonly column: string; readonly cells: ReadonlyMap<string, Cell> },
): string {
  if (Object.hasOwn(row.inputs, expectedColumn)) return typedText(row.inputs[expectedColumn])
  const cell = cells.get(cellKey({ row: row.key, column, repeat: 0 }))
  if (cell?.state !== 'done' || 'failure' in cell.outcome) return ''
  return typedText(messageText(cell.outcome.outputs))
}

/** The reason to wait with saving: the answer of a running call would be left out. */
export function runningProblem(
  rows: readonly InputRow[],
  { column, cells }: { readonly column: string; readonly cells: ReadonlyMap<string, Cell> },
): string | undefined {
  const isRunning = rows.some(({ key }) => {
    const state = cells.get(cellKey({ row: key, column, repeat: 0 }))?.state
    return state === 'waiting' || state === 'running'
  })
  return isRunning ? 'Calls are still running.' : undefined
}

/** The data of a testset row. An empty answer is left out. */
export function testsetRow(
  { inputs }: InputRow,
  { answer, mapping }: { readonly answer: string; readonly mapping: Mapping },
): Values {
  const mappedInputs = Object.entries(mapping.inputs).flatMap(([name, column]) =>
    column.trim() === '' || !Object.hasOwn(inputs, name) ? [] : [[column.trim(), inputs[name]] as const],
  )
  const isAnswered = mapping.expected.trim() !== '' && answer !== ''
  return Object.fromEntries([
    ...mappedInputs,
    ...(isAnswered ? [[mapping.expected.trim(), typedValue(answer)] as const] : []),
  ])
}

/** The reason why the rows cannot be saved; undefined: they can. */
export function savingProblem({ inputs, expected }: Mapping): string | undefined {
  const columns = [...Object.values(inputs), expected].map((column) => column.trim()).filter(Boolean)
  if (columns.length === 0) return 'Name at least one column.'
  const repeatedColumn = columns.find((column, at) => columns.indexOf(column) !== at)
  return repeatedColumn === undefined ? undefined : `Two values have the column ${repeatedColumn}.`
}

/** The reason why a run would differ from the playground; undefined: it would not. */
export function runProblem(columns: readonly Column[], { inputs }: Mapping): string | undefined {
  const draft = columns.find(({ isDraft }) => isDraft)
  if (draft !== undefined) return `A run uses committed versions. Commit the changes of ${draft.name} first.`
  const renamedInput = Object.entries(inputs).find(([name, column]) => name !== column.trim())
  return renamedInput === undefined
    ? undefined
    : `A run needs the input ${renamedInput[0]} under its own name.`
}
