// Splits the JSON text of the attributes into three columns: inputs, outputs, and the rest. In the rest, marks replace
// inputs, outputs and copies of their texts.
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json/value.ts'
import {
  inputsMark,
  outputsMark,
  type FilterColumns,
  type SpanRow,
} from '../../../storage/contract/contract.ts'
import { withoutCopies } from './copies.ts'
import { longTexts, type ColumnTexts, type LongText } from './long-texts.ts'
import { parsePath, valueAt, type Path } from '../path.ts'
import { ownMember } from '../../../kernel/own.ts'

type Texts = Pick<SpanRow, 'attributes'> & Pick<FilterColumns, 'inputs' | 'outputs'>

/** JSON text of an object. `member` returns the text of some members, and undefined for the others. */
function objectText(object: JsonObject, member: (name: string, value: Json) => string | undefined): string {
  let text = ''
  for (const name of Object.keys(object)) {
    const value = ownMember(object, name) ?? null
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${member(name, value) ?? JSON.stringify(value)}`
  }
  return `{${text}}`
}

const [inputsPath, outputsPath] = ['ag.data.inputs', 'ag.data.outputs'].map(parsePath) as [Path, Path]

/** The JSON text of the value at a path. A value under a name with dots is in its column and in the rest. */
const textAt = (attributes: JsonObject, path: Path): string => JSON.stringify(valueAt(attributes, path)) ?? ''

/** `columnTexts` has the long strings of inputs and outputs. */
export function attributeTexts(
  attributes: JsonObject,
  columnTexts: ColumnTexts,
): { readonly columns: Texts; readonly long: readonly LongText[] } {
  let [inputs, outputs] = ['', '']
  const dataText = (data: JsonObject): string =>
    objectText(data, (name, value) => {
      if (name === 'inputs') {
        inputs = JSON.stringify(value)
        return inputsMark
      }
      if (name === 'outputs') {
        outputs = JSON.stringify(value)
        return outputsMark
      }
      return undefined
    })
  const agText = (ag: JsonObject): string =>
    objectText(ag, (name, value) => (name === 'data' && isJsonObject(value) ? dataText(value) : undefined))
  const text = objectText(attributes, (name, value) =>
    name === 'ag' && isJsonObject(value) ? agText(value) : undefined,
  )
  if (inputs === '') inputs = textAt(attributes, inputsPath)
  if (outputs === '') outputs = textAt(attributes, outputsPath)
  const longTextMarks = longTexts({ inputs, outputs }, columnTexts)
  return {
    columns: { attributes: withoutCopies(text, { inputs, outputs }, longTextMarks), inputs, outputs },
    long: longTextMarks,
  }
}
