// A record of a file, and its position.

export interface Position {
  readonly file: string
  /** The line in a text file; the number of the record in other files. */
  readonly line: number
}

export type DataRecord = Readonly<{ [name: string]: unknown }>

/** A record, or the reason why it is unreadable. */
export type ReadResult = { readonly at: Position } & (
  | { readonly record: DataRecord }
  | { readonly fault: string }
)

export const isRecord = (value: unknown): value is DataRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
