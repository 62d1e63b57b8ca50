// Decides which errors are about the data that is read.

/** An error of the program itself. Readers throw other errors for data. */
const isDefect = (error: unknown): boolean => error instanceof TypeError || error instanceof ReferenceError

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Throws an error of the program itself again, since no data is unreadable because of it. */
export function throwDefect(error: unknown): void {
  if (isDefect(error)) throw error
}

/** The reason that data cannot be read. Throws an error of the program itself. */
export function readingFault(error: unknown): string {
  throwDefect(error)
  return messageOf(error)
}

/** Converts an error of a library or the browser: they throw TypeError and ReferenceError for data, too. */
export function throwDataError(cause: unknown): never {
  throw isDefect(cause) ? new Error(messageOf(cause), { cause }) : cause
}

/** Runs code of a library. */
export function inLibrary<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throwDataError(cause)
  }
}
