// A cache of parsed payloads. A committed revision never changes, so its parsed payload can be cached: the
// map of an environment with 100 entries took 107 µs to parse, a third of a retrieve through it.
import type { JsonObject } from '../../../kernel/json/value.ts'

const keptMax = 64
const charactersMax = 1_000_000

/** Reads and parses uncached payloads; an LRU cache. */
export function keptPayloads(
  readText: (projectId: string, revisionId: string) => Promise<string | undefined>,
): (projectId: string, revisionId: string) => Promise<JsonObject | undefined> {
  const kept = new Map<string, JsonObject>()
  const keep = (key: string, payload: JsonObject): void => {
    kept.set(key, payload)
    const [oldest] = kept.keys()
    if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
  }
  return async (projectId, revisionId) => {
    const key = `${projectId} ${revisionId}`
    const found = kept.get(key)
    if (found !== undefined) {
      // Moved to the end: the first entry of the map is the least recently used.
      kept.delete(key)
      kept.set(key, found)
      return found
    }
    const text = await readText(projectId, revisionId)
    if (text === undefined) return undefined
    const payload = JSON.parse(text) as JsonObject
    if (text.length <= charactersMax) keep(key, payload)
    return payload
  }
}
