// Refusals of a push, as messages that `git push` shows.
import type { AssayError } from '../../kernel/errors.ts'
import type { JsonPath } from '../../kernel/json/value.ts'
import { locatedErrorsMax, type FileError, type FileLocation } from '../files/files.ts'

/** Refuses a command of a push; the message is the reason. */
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
  const omittedCount = count - lines.length
  return [...lines, ...(omittedCount > 0 ? [`and ${omittedCount} more`] : [])].join('; ')
}

/** The location of the files that an error is about. */
interface FileContext {
  /** The folder of the files in the repository: empty, or `applications/greeter/`. */
  readonly folder: string
  readonly locate?: ((path: JsonPath) => FileLocation) | undefined
}

/** The message of an error. Its field errors have files and lines if `locate` is passed. */
export function refusalText(error: AssayError, { folder, locate }: FileContext): string {
  const { detail, code } = error
  const prefix = folder === '' ? '' : `${folder.slice(0, -1)}: `
  if (code === 'data_or_delta')
    return `${prefix}The commit has none of the files that have the payload of a revision.`
  if (typeof detail === 'string' || 'message' in detail || locate === undefined)
    return `${prefix}${error.message}`
  // Only shown errors are located: each costs a scan of its file.
  const errors = detail
    .slice(0, locatedErrorsMax)
    .map(({ loc, msg }) => ({ ...locate(loc.slice(1)), message: msg }))
  return fileErrorsText(errors, { folder, count: detail.length })
}
