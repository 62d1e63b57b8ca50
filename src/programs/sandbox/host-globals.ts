// Hides the globals of the host from code in the sandbox. Imports nothing but the runtime, because the processes of
// the sandbox may read no other file.
import { constants, createContext } from 'node:vm'

/** Deletes every global except the language and the given names, so that code cannot reach the host. */
export function deleteHostGlobals(exceptions: readonly string[]): void {
  const language = createContext(constants.DONT_CONTEXTIFY)
  const names = new Set<PropertyKey>([...Reflect.ownKeys(language), ...exceptions])
  for (const key of Reflect.ownKeys(globalThis)) {
    if (!names.has(key)) Reflect.deleteProperty(globalThis, key)
  }
}
