// Type guards for values of API responses whose members have no types.

export type UnknownRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is UnknownRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of a value; none if it is not an object. */
export const membersOf = (value: unknown): UnknownRecord => (isRecord(value) ? value : {})

/** A guard for records of an answer. It checks the texts that a page relies on. */
export const hasTexts =
  <T extends object>(...names: readonly (keyof T & string)[]) =>
  (value: unknown): value is T =>
    isRecord(value) && names.every((name) => typeof value[name] === 'string')

/** The records of an answer that have these texts. */
export const recordsWith = <T extends object>(
  records: readonly unknown[] | undefined,
  ...names: readonly (keyof T & string)[]
): readonly T[] => records?.filter(hasTexts<T>(...names)) ?? []

/** Each record once, at its first place. Pages of a search may repeat one. */
export const uniqueById = <T extends { readonly id: string }>(records: readonly T[]): readonly T[] => [
  ...new Map(records.map((one) => [one.id, one])).values(),
]

/** The parameter of the first page of an infinite query; those of later pages come from the server. */
export const firstPage: object | undefined = undefined
