// Splits the JSON text of the attributes into three columns: inputs, outputs, and the rest. In the rest, marks replace
// inputs, outputs and copies of their texts.
import { isJsonObject, type JsonObject } from '../../../kernel/json/value.ts'
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

/**
 * Takes the places of inputs and outputs while all attributes become JSON text in one call: each further call costs as
 * much as some members. Clients cannot know it, and a search finds its first character quickly, because it is rare.
 */
const placeholder = `\u007f${crypto.randomUUID()}`
const placeholders = { inputs: `${placeholder}-i`, outputs: `${placeholder}-o` }

function withMark(text: string, placeholderText: string, mark: string): string {
  const start = text.indexOf(placeholderText)
  return `${text.slice(0, start - 1)}${mark}${text.slice(start + placeholderText.length + 1)}`
}

const [inputsPath, outputsPath] = ['ag.data.inputs', 'ag.data.outputs'].map(parsePath) as [Path, Path]

/** The JSON text of the value at a path. A value under a name with dots is in its column and in the rest. */
const textAt = (attributes: JsonObject, path: Path): string => JSON.stringify(valueAt(attributes, path)) ?? ''

function textWithMarks(attributes: JsonObject): Texts {
  const ag = ownMember(attributes, 'ag')
  const data = isJsonObject(ag) ? ownMember(ag, 'data') : undefined
  if (!isJsonObject(ag) || !isJsonObject(data)) {
    return { attributes: JSON.stringify(attributes), inputs: '', outputs: '' }
  }
  const [inputs, outputs] = [ownMember(data, 'inputs'), ownMember(data, 'outputs')]
  let text = JSON.stringify({
    ...attributes,
    ag: {
      ...ag,
      data: {
        ...data,
        ...(inputs === undefined ? {} : { inputs: placeholders.inputs }),
        ...(outputs === undefined ? {} : { outputs: placeholders.outputs }),
      },
    },
  })
  if (inputs !== undefined) text = withMark(text, placeholders.inputs, inputsMark)
  if (outputs !== undefined) text = withMark(text, placeholders.outputs, outputsMark)
  return {
    attributes: text,
    inputs: JSON.stringify(inputs) ?? '',
    outputs: JSON.stringify(outputs) ?? '',
  }
}

/** `columnTexts` has the long strings of inputs and outputs. */
export function attributeTexts(
  attributes: JsonObject,
  columnTexts: ColumnTexts,
): { readonly columns: Texts; readonly longTextList: readonly LongText[] } {
  const textsWithMarks = textWithMarks(attributes)
  const inputs = textsWithMarks.inputs === '' ? textAt(attributes, inputsPath) : textsWithMarks.inputs
  const outputs = textsWithMarks.outputs === '' ? textAt(attributes, outputsPath) : textsWithMarks.outputs
  const longTextMarks = longTexts({ inputs, outputs }, columnTexts)
  return {
    columns: {
      attributes: withoutCopies(textsWithMarks.attributes, { inputs, outputs }, longTextMarks),
      inputs,
      outputs,
    },
    longTextList: longTextMarks,
  }
}
