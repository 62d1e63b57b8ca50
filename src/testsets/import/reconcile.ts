// CSV cells have no types. A row that names the testcase it came from gets its types back: a cell that reads as a
// download writes the stored value keeps that value, so null, absent, numbers and objects survive a round trip.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { cellText } from '../cell-text.ts'
import { dedupKey } from '../identity.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'

/** The data of a CSV row, given the stored data of the testcase that it continues. */
export function reconciled(cells: JsonObject, stored: JsonObject): JsonObject {
  const data: Record<string, Json> = {}
  for (const key of Object.keys(stored)) {
    if (key === dedupKey || !Object.hasOwn(cells, key)) continue
    const value = ownMember(stored, key) as Json
    const cell = ownMember(cells, key) as Json
    setOwn(data, key, cellText(value) === cell ? value : cell)
  }
  for (const key of Object.keys(cells)) {
    if (key === dedupKey || Object.hasOwn(stored, key)) continue
    if (ownMember(cells, key) !== '') setOwn(data, key, ownMember(cells, key) as Json)
  }
  if (Object.hasOwn(cells, dedupKey)) data[dedupKey] = cells[dedupKey] as Json
  return data
}
