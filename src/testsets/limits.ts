// The limits of testsets, and their errors, which name the limit and the setting.
import { AssayError, limitExceeded } from '../kernel/errors.ts'

export interface TestsetLimits {
  readonly uploadBytesMax: number
  readonly rowsMax: number
  readonly columnsMax: number
  readonly fieldBytesMax: number
  readonly rowBytesMax: number
  /** The maximum size of a file's rows after decoding. */
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

/** The source of the rows: a JSON body, or an uploaded file. */
export type RowSource = 'json' | 'file'

interface Limit {
  readonly from: RowSource
  readonly setting: string
  readonly limit: number
  readonly unit: 'rows' | 'columns' | 'bytes'
}

function limitError(subject: string, { from, setting, limit, unit }: Limit): AssayError {
  const settingName = `testsets.${setting}`
  return limitExceeded({
    type: 'too_long',
    loc: from === 'file' ? ['body', 'file'] : ['body'],
    msg: `${subject} exceeds ${settingName} (${limit} ${unit}).`,
    limit,
    setting: settingName,
  })
}

export const tooManyRows = ({ rowsMax }: TestsetLimits, from: RowSource): AssayError =>
  limitError('The testset', { from, setting: 'rows_max', limit: rowsMax, unit: 'rows' })

export const tooManyColumns = ({ columnsMax }: TestsetLimits, from: RowSource): AssayError =>
  limitError('The testset', { from, setting: 'columns_max', limit: columnsMax, unit: 'columns' })

export const fieldTooLarge = (
  { fieldBytesMax }: TestsetLimits,
  { from, where }: { readonly from: RowSource; readonly where: string },
): AssayError =>
  limitError(`A value (${where})`, {
    from,
    setting: 'field_bytes_max',
    limit: fieldBytesMax,
    unit: 'bytes',
  })

/** Only rows of files have a row limit; a request body has its own limit. */
export const rowTooLarge = ({ rowBytesMax }: TestsetLimits, where: string): AssayError =>
  limitError(`A row (${where})`, {
    from: 'file',
    setting: 'row_bytes_max',
    limit: rowBytesMax,
    unit: 'bytes',
  })

/** A file whose compressed or repeated values decode to far more bytes. */
export const tooMuchDecoded = ({ decodedBytesMax }: TestsetLimits): AssayError =>
  limitError('The file, decoded,', {
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

/** Counts UTF-8 bytes only when the length alone does not decide. */
export const isLongerThan = (text: string, bytesMax: number): boolean =>
  text.length > bytesMax || (text.length * 3 > bytesMax && Buffer.byteLength(text) > bytesMax)
