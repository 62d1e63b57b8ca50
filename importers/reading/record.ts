// A record of a file, and its position.

export interface Place {
  readonly file: string
  /** The line in a text file; the number of the record in other files. */
  readonly line: number
}

export type Record = Readonly<{ [name: string]: unknown }>

/** A record, or the reason why it is unreadable. */
export type Read = { readonly at: Place } & ({ readonly record: Record } | { readonly fault: string })

export const isRecord = (value: unknown): value is Record =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
