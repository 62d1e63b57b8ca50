// What stands in inputs or outputs and once more in the text of the other attributes, as it is or within JSON text, is cut
// out of the latter.
import { copyMark } from '../../../storage/contract/contract.ts'
import { Cutter, type Columns, type Form, type LongText } from './long-texts.ts'

/** JSON text as it stands within a string of JSON. */
const escapedOnce = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
const isEscapable = (text: string): boolean => text.includes('\\') || text.includes('"')

const asItIs = (text: string): string => text

function formsOf(long: LongText): readonly Form[] {
  const form = (isEscaped: boolean): Form => ({
    of: long.text,
    made: isEscaped ? escapedOnce : asItIs,
    mark: () => copyMark({ ...long.place, isEscaped }),
  })
  return isEscapable(long.text) ? [form(false), form(true)] : [form(false)]
}

/** JSON text of attributes with marks in the places of what stands in inputs or outputs. */
export function withoutCopies(text: string, columns: Columns, texts: readonly LongText[]): string {
  if (texts.length === 0) return text
  return new Cutter(columns, texts.flatMap(formsOf)).pieces(text)?.join('') ?? text
}
