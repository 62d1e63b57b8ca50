// What every format gives: a record, and where it stands.

export interface Place {
  readonly file: string
  /** Of a text; the number of the record in other files. */
  readonly line: number
}

export type Record = Readonly<{ [name: string]: unknown }>

/** A record, or why there is none. */
export type Read = { readonly at: Place } & ({ readonly record: Record } | { readonly fault: string })

export const isRecord = (value: unknown): value is Record =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
