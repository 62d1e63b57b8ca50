// Removes copies of inputs and outputs, plain or inside JSON text, from the text of the other attributes.
import { copyMark } from '../../../storage/contract/contract.ts'
import { CopyRemover, type Columns, type Form, type LongText } from './long-texts.ts'

/** JSON text escaped for use inside a JSON string. */
const escapedOnce = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
const isEscapable = (text: string): boolean => text.includes('\\') || text.includes('"')

const identity = (text: string): string => text

function formsOf(longText: LongText): readonly Form[] {
  const form = (isEscaped: boolean): Form => ({
    searchText: longText.text,
    convert: isEscaped ? escapedOnce : identity,
    mark: () => copyMark({ ...longText.place, isEscaped }),
  })
  return isEscapable(longText.text) ? [form(false), form(true)] : [form(false)]
}

/** JSON text of attributes with marks instead of texts that inputs or outputs have. */
export function withoutCopies(text: string, columns: Columns, texts: readonly LongText[]): string {
  if (texts.length === 0) return text
  return new CopyRemover(columns, texts.flatMap(formsOf)).pieces(text)?.join('') ?? text
}
