// Imports nothing but the runtime, because the processes of the sandbox may read no other file.
import { constants, createContext } from 'node:vm'

/** Deletes everything that a program could reach the outside with; the language is left, and the names that are kept. */
export function deleteHostGlobals(kept: readonly string[]): void {
  const language = createContext(constants.DONT_CONTEXTIFY)
  const names = new Set<PropertyKey>([...Reflect.ownKeys(language), ...kept])
  for (const key of Reflect.ownKeys(globalThis)) {
    if (!names.has(key)) Reflect.deleteProperty(globalThis, key)
  }
}
