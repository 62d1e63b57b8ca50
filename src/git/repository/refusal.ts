// Refusals of a push, as sentences that `git push` shows.
import type { AssayError } from '../../kernel/errors.ts'
import type { JsonPath } from '../../kernel/json/value.ts'
import { locatedErrorsMax, type FileError, type FilePlace } from '../files/files.ts'

/** Why a command of a push is refused. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly ref: string

  constructor(ref: string, message: string) {
    super(message)
    this.ref = ref
  }
}

/** `settings.json:3: The file is not valid JSON.`, for each error; `count` is the number of all errors. */
export function fileErrorsText(
  errors: readonly FileError[],
  { folder, count = errors.length }: { readonly folder: string; readonly count?: number },
): string {
  const lines = errors
    .slice(0, locatedErrorsMax)
    .map(({ path, line, message }) => `${folder}${path}:${line}: ${message}`)
  const rest = count - lines.length
  return [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')
}

/** The files that an error is about. */
interface Files {
  /** The folder of the files in the repository: empty, or `applications/greeter/`. */
  readonly folder: string
  readonly locate?: ((path: JsonPath) => FilePlace) | undefined
}

/** The sentence of an error. Its field errors are at places of files, if `locate` finds them. */
export function refusalText(error: AssayError, { folder, locate }: Files): string {
  const { detail, code } = error
  const about = folder === '' ? '' : `${folder.slice(0, -1)}: `
  if (code === 'data_or_delta')
    return `${about}The commit has none of the files that have the payload of a revision.`
  if (typeof detail === 'string' || 'message' in detail || locate === undefined)
    return `${about}${error.message}`
  // Only those that are shown: a place costs a scan of its file.
  const errors = detail
    .slice(0, locatedErrorsMax)
    .map(({ loc, msg }) => ({ ...locate(loc.slice(1)), message: msg }))
  return fileErrorsText(errors, { folder, count: detail.length })
}
