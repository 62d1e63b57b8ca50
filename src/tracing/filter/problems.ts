// Collects the problems of a filter during parsing: field errors (a 422 that lists them all) and conditions that
// cannot be applied (a 400 whose message ends with the location of the first one).
import { AssayError, invalid, type FieldError, type FieldErrorType } from '../../kernel/errors.ts'

export type Loc = readonly (string | number)[]

interface Refusal {
  readonly message: string
  readonly loc: Loc
}

export interface Problems {
  readonly fieldErrors: FieldError[]
  readonly refusals: Refusal[]
}

export const noProblems = (): Problems => ({ fieldErrors: [], refusals: [] })

export function addFieldError(
  problems: Problems,
  {
    type,
    loc,
    detail,
  }: { readonly type: FieldErrorType; readonly loc: Loc; readonly detail: { msg: string; input?: unknown } },
) {
  const text = JSON.stringify(detail.input)
  const input = text === undefined || text.length > 256 ? {} : { input: detail.input }
  problems.fieldErrors.push({ type, loc, msg: detail.msg, ...input })
}

export function refuse(
  problems: Problems,
  { loc, message }: { readonly loc: Loc; readonly message: string },
): undefined {
  problems.refusals.push({ message, loc })
  return undefined
}

/** `["body","filtering","conditions",0]` as `filtering.conditions[0]`. */
const placeOf = (loc: Loc): string =>
  loc
    .slice(1)
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`))
    .join('')

/** The error of these problems, if any. A 422 precedes a 400, because a malformed filter has no defined meaning. */
export function problemsError(
  problems: Problems,
  place: (loc: Loc) => string = placeOf,
): AssayError | undefined {
  if (problems.fieldErrors.length > 0) return invalid(problems.fieldErrors)
  const [first] = problems.refusals
  if (first === undefined) return undefined
  return new AssayError('filter_invalid', `${first.message} (${place(first.loc)})`)
}

const valueCharactersMax = 256

export function unsupportedValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')
  const excerpt = text.length > valueCharactersMax ? `${text.slice(0, valueCharactersMax)}…` : text
  return `Unsupported condition value: '${excerpt}'`
}
