// Reads and writes record members whose names are untrusted. A plain lookup also finds inherited members
// (`constructor`, `toString`), and a plain assignment to `__proto__` loses the value. Here both are ordinary
// names. `npm run check:own` rejects plain lookups by untrusted names in all other files.

/** The own member of the record with this name. */
export const ownMember = <T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined

export function setOwn<T>(record: Record<string, T>, name: string, value: NoInfer<T>): void {
  if (name === '__proto__') {
    Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true })
  } else record[name] = value
}

/** The type without members that are undefined: those become optional. */
type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Drops undefined members: stored values have none. */
export const withoutUndefined = <T extends object>(record: T): Defined<T> =>
  Object.fromEntries(Object.entries(record).filter(([, member]) => member !== undefined)) as Defined<T>
