// The limits of testsets, and their refusals, which name the limit and the setting.
import { AssayError, limitExceeded } from '../kernel/errors.ts'

export interface TestsetLimits {
  readonly uploadBytesMax: number
  readonly rowsMax: number
  readonly columnsMax: number
  readonly fieldBytesMax: number
  readonly rowBytesMax: number
  /** What the rows of a file may come to when they are decoded. */
  readonly decodedBytesMax: number
}

export const defaultTestsetLimits: TestsetLimits = {
  uploadBytesMax: 2 ** 31,
  rowsMax: 5_000_000,
  columnsMax: 10_000,
  fieldBytesMax: 64 * 2 ** 20,
  rowBytesMax: 128 * 2 ** 20,
  decodedBytesMax: 4 * 2 ** 30,
}

/** Where the rows came from: the JSON of a body, or a file in a form. */
export type RowSource = 'json' | 'file'

interface Exceeded {
  readonly from: RowSource
  readonly setting: string
  readonly limit: number
  readonly unit: 'rows' | 'columns' | 'bytes'
}

function exceeded(subject: string, { from, setting, limit, unit }: Exceeded): AssayError {
  const named = `testsets.${setting}`
  return limitExceeded({
    type: 'too_long',
    loc: from === 'file' ? ['body', 'file'] : ['body'],
    msg: `${subject} exceeds ${named} (${limit} ${unit}).`,
    limit,
    setting: named,
  })
}

export const tooManyRows = ({ rowsMax }: TestsetLimits, from: RowSource): AssayError =>
  exceeded('The testset', { from, setting: 'rows_max', limit: rowsMax, unit: 'rows' })

export const tooManyColumns = ({ columnsMax }: TestsetLimits, from: RowSource): AssayError =>
  exceeded('The testset', { from, setting: 'columns_max', limit: columnsMax, unit: 'columns' })

export const fieldTooLarge = (
  { fieldBytesMax }: TestsetLimits,
  { from, where }: { readonly from: RowSource; readonly where: string },
): AssayError =>
  exceeded(`A value (${where})`, {
    from,
    setting: 'field_bytes_max',
    limit: fieldBytesMax,
    unit: 'bytes',
  })

/** Only rows of files are bounded as a whole; a body has its own limit. */
export const rowTooLarge = ({ rowBytesMax }: TestsetLimits, where: string): AssayError =>
  exceeded(`A row (${where})`, {
    from: 'file',
    setting: 'row_bytes_max',
    limit: rowBytesMax,
    unit: 'bytes',
  })

/** A file of compressed or repeated values that is far larger than it looks. */
export const tooMuchDecoded = ({ decodedBytesMax }: TestsetLimits): AssayError =>
  exceeded('The file, decoded,', {
    from: 'file',
    setting: 'decoded_bytes_max',
    limit: decodedBytesMax,
    unit: 'bytes',
  })

export const fileTooLarge = (limits: TestsetLimits): AssayError =>
  new AssayError(
    'payload_too_large',
    `The file exceeds testsets.upload_bytes_max (${limits.uploadBytesMax} bytes).`,
  )

/** Bytes of UTF-8, counted only when the length alone does not decide. */
export const isLongerThan = (text: string, bytesMax: number): boolean =>
  text.length > bytesMax || (text.length * 3 > bytesMax && Buffer.byteLength(text) > bytesMax)
