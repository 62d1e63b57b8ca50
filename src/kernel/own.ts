// Members of records by names that somebody else chose. A plain look-up also finds what every object inherits
// (`constructor`, `toString`), and a plain assignment to `__proto__` loses the value: here both are names like any other.
// `npm run check:own` refuses plain look-ups by open names everywhere else.

/** The member that the record itself has under this name. */
export const ownMember = <T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined

export function setOwn<T>(record: Record<string, T>, name: string, value: NoInfer<T>): void {
  if (name === '__proto__') {
    Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true })
  } else record[name] = value
}
