// What is wrong with a filter, gathered while it is read: faults of shape (a 422 that lists them all) and conditions
// that cannot be applied (a 400 whose sentence ends with the place of the first one).
import { AssayError, invalid, type FieldError, type FieldErrorType } from '../../kernel/errors.ts'

export type Loc = readonly (string | number)[]

interface Refusal {
  readonly sentence: string
  readonly loc: Loc
}

export interface Problems {
  readonly faults: FieldError[]
  readonly refusals: Refusal[]
}

export const noProblems = (): Problems => ({ faults: [], refusals: [] })

export function addFault(
  problems: Problems,
  type: FieldErrorType,
  loc: Loc,
  found: { msg: string; input?: unknown },
) {
  const text = JSON.stringify(found.input)
  const shown = text === undefined || text.length > 256 ? {} : { input: found.input }
  problems.faults.push({ type, loc, msg: found.msg, ...shown })
}

export function refuse(problems: Problems, loc: Loc, sentence: string): undefined {
  problems.refusals.push({ sentence, loc })
  return undefined
}

/** `["body","filtering","conditions",0]` as `filtering.conditions[0]`. */
const placeOf = (loc: Loc): string =>
  loc
    .slice(1)
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`))
    .join('')

/** The error of these problems, if there are any; a 422 goes before a 400 because it leaves the meaning open. */
export function problemsError(
  problems: Problems,
  place: (loc: Loc) => string = placeOf,
): AssayError | undefined {
  if (problems.faults.length > 0) return invalid(problems.faults)
  const [first] = problems.refusals
  if (first === undefined) return undefined
  return new AssayError('filter_invalid', `${first.sentence} (${place(first.loc)})`)
}

const shownCharactersMax = 256

export function unsupportedValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')
  const shown = text.length > shownCharactersMax ? `${text.slice(0, shownCharactersMax)}…` : text
  return `Unsupported condition value: '${shown}'`
}
