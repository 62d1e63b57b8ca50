// CSV cells have no types. A row with the id of its testcase gets its types back: a cell with the text that a download
// writes for the stored value keeps that value. Null, absent, numbers and objects thus survive a round trip.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { cellText } from '../cell-text.ts'
import { dedupKey } from '../identity.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'

/** The typed data of a CSV row that continues a testcase with the data `storedData`. */
export function restoreTypes(cells: JsonObject, storedData: JsonObject): JsonObject {
  const data: Record<string, Json> = {}
  for (const [key, value] of Object.entries(storedData)) {
    const cell = ownMember(cells, key)
    if (key !== dedupKey && cell !== undefined) setOwn(data, key, cellText(value) === cell ? value : cell)
  }
  for (const [key, cell] of Object.entries(cells)) {
    if (key !== dedupKey && cell !== '' && !Object.hasOwn(storedData, key)) setOwn(data, key, cell)
  }
  const dedupId = ownMember(cells, dedupKey)
  if (dedupId !== undefined) data[dedupKey] = dedupId
  return data
}
