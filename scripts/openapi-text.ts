// Writes the OpenAPI document as text for the repository: one line per part that changes alone, without indents.
import type { Json, JsonObject } from '../src/kernel/json/value.ts'

const line = (key: string, value: Json): string => `${JSON.stringify(key)}:${JSON.stringify(value)}`

/** An object with each member on a line. */
const lines = (object: JsonObject, write: (key: string, value: Json) => string = line): string =>
  `{\n${Object.entries(object)
    .map(([key, value]) => write(key, value))
    .join(',\n')}\n}`

const memberLines =
  (levels: number) =>
  (key: string, value: Json): string =>
    levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value)
      ? line(key, value)
      : `${JSON.stringify(key)}:${lines(value as JsonObject, memberLines(levels - 1))}`

/** Operations member by member, schemas member by member. */
export const documentText = (document: JsonObject): string =>
  `${lines(document, (key, value) => memberLines(key === 'paths' ? 3 : key === 'components' ? 3 : 0)(key, value))}\n`
