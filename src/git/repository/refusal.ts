// Refusals of a push, as sentences that `git push` shows.
import type { AssayError } from '../../kernel/errors.ts'
import type { JsonPath } from '../../kernel/json/value.ts'
import type { FileError, FilePlace } from '../files/files.ts'

/** Why a command of a push is refused. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly ref: string

  constructor(ref: string, message: string) {
    super(message)
    this.ref = ref
  }
}

/** More errors than a person reads at once. */
const errorsMax = 10

/** `settings.json:3: The file is not valid JSON.`, for each error. */
export function fileErrorsText(errors: readonly FileError[]): string {
  const listed = errors.slice(0, errorsMax).map(({ path, line, message }) => `${path}:${line}: ${message}`)
  const rest = errors.length - listed.length
  return [...listed, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')
}

/** The sentence of an error. Its field errors are at places of files, if `locate` finds them. */
export function refusalText(error: AssayError, locate?: (path: JsonPath) => FilePlace): string {
  const { detail, code } = error
  if (code === 'data_or_delta') return 'The commit has none of the files that have the payload of a revision.'
  if (typeof detail === 'string' || 'message' in detail || locate === undefined) return error.message
  return fileErrorsText(detail.map(({ loc, msg }) => ({ ...locate(loc.slice(1)), message: msg })))
}
