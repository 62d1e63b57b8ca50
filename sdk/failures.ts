// From the answer of a failure to the error of its code.
import { AssayError, type Failure } from './core/errors.ts'
import { errorClasses } from './generated/errors.ts'

/** The class that a failure of this code has. */
export function errorOf(failure: Failure): AssayError {
  const classes: Readonly<Record<string, typeof AssayError>> = errorClasses
  const errorClass = Object.hasOwn(classes, failure.code) ? classes[failure.code] : undefined
  return new (errorClass ?? AssayError)(failure)
}
