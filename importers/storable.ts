// Checks integers that a double would round: spans can store 64-bit integers; rows, prompts and evaluators refuse them.
import { inexactNumber } from '../src/kernel/json/literals.ts'
import { faultItem, type ImportItem } from './importer.ts'
import { inexactIntegerPath, sentenceAt } from './reading/exact-json.ts'

const isInt64 = (integer: bigint): boolean => BigInt.asIntN(64, integer) === integer
const never = (): boolean => false

/** The item itself, or an error for a number that the server cannot store exactly. */
export function storableOrFault(item: ImportItem): ImportItem {
  const refuse = (value: unknown, isStorable: (integer: bigint) => boolean, msg: string): ImportItem => {
    const path = inexactIntegerPath(value, isStorable)
    return path === undefined ? item : faultItem(sentenceAt({ path, msg }), item.at)
  }
  switch (item.kind) {
    case 'span':
    case 'annotation':
      return refuse(item.span.attributes, isInt64, 'The integer has more than 64 bits: write it as a string.')
    case 'row':
      return refuse({ ...item.row.data, tags: item.row.tags, meta: item.row.meta }, never, inexactNumber)
    case 'prompt':
      return refuse({ ...item.prompt.data, meta: item.prompt.meta }, never, inexactNumber)
    case 'evaluator':
      return refuse(item.evaluator.data, never, inexactNumber)
    case 'result':
    case 'unmapped':
    case 'fault':
    case 'fields':
      return item
  }
}
