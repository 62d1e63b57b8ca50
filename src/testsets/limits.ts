// The limits of testsets, and their refusals, which name the limit and the setting.
import { AssayError } from '../kernel/errors.ts'

export interface TestsetLimits {
  readonly uploadBytesMax: number
  readonly rowsMax: number
  readonly columnsMax: number
  readonly fieldBytesMax: number
  readonly rowBytesMax: number
}

export const defaultTestsetLimits: TestsetLimits = {
  uploadBytesMax: 2 ** 31,
  rowsMax: 5_000_000,
  columnsMax: 10_000,
  fieldBytesMax: 64 * 2 ** 20,
  rowBytesMax: 128 * 2 ** 20,
}

const exceeded = (subject: string, setting: string, limit: string): AssayError =>
  new AssayError('limit_exceeded', { message: `${subject} exceeds testsets.${setting} (${limit}).` })

export const tooManyRows = (limits: TestsetLimits): AssayError =>
  exceeded('The testset', 'rows_max', `${limits.rowsMax} rows`)

export const tooManyColumns = (limits: TestsetLimits): AssayError =>
  exceeded('The testset', 'columns_max', `${limits.columnsMax} columns`)

export const fieldTooLarge = (limits: TestsetLimits, where: string): AssayError =>
  exceeded(`A value (${where})`, 'field_bytes_max', `${limits.fieldBytesMax} bytes`)

export const rowTooLarge = (limits: TestsetLimits, where: string): AssayError =>
  exceeded(`A row (${where})`, 'row_bytes_max', `${limits.rowBytesMax} bytes`)

export const fileTooLarge = (limits: TestsetLimits): AssayError =>
  new AssayError(
    'payload_too_large',
    `The file exceeds testsets.upload_bytes_max (${limits.uploadBytesMax} bytes).`,
  )

/** Bytes of UTF-8, counted only when the length alone does not decide. */
export const isLongerThan = (text: string, bytesMax: number): boolean =>
  text.length > bytesMax || (text.length * 3 > bytesMax && Buffer.byteLength(text) > bytesMax)
