// Creates the error of a failure by its code.
import { AssayError, type Failure } from './core/errors.ts'
import { errorClasses } from './generated/errors.ts'

/** The error class of each code. */
export function errorOf(failure: Failure): AssayError {
  const classes: Readonly<Record<string, typeof AssayError>> = errorClasses
  const errorClass = Object.hasOwn(classes, failure.code) ? classes[failure.code] : undefined
  return new (errorClass ?? AssayError)(failure)
}
