// web/artifacts/query: the page of a saved query: its filter as text, and a preview of its matches. query-filter.ts is pure.
// Imports web/app and web/ui. Start with query-editor.tsx.
//
// The filter of a saved query as text, and the payload after an edit of the text.
import type { JsonObject } from '../../app/versions/client.ts'
import { toJson } from '../../app/versions/delta.ts'
import { membersOf } from '../../ui/records.ts'
import { nowMs } from '../../ui/time/clock.ts'
import { fixedRange } from '../../ui/time/time-range.ts'

export type QueryFocus = 'trace' | 'span'

/** A query without a focus selects traces. */
export const focusOf = (data: JsonObject): QueryFocus =>
  membersOf(data['formatting'])['focus'] === 'span' ? 'span' : 'trace'

export interface FilterEdit {
  readonly text: string
  readonly focus: QueryFocus
}

/** The text of a filter, or the reason why the filter bar cannot edit it. */
export type FilterText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly reason: string }

/** The maximum length of a text in the filter bar: a longer one cannot be read in one line. */
export const barCharactersMax = 2_000

/** The text of a filter, or the error message of a rejected one. */
export type Translation = { readonly filter: string } | { readonly errorMessage: string }

/** A filter is editable as text if the server reads the same filter from the text. `translate` sends the text. */
export async function filterTextOf(
  translation: Translation,
  translate: (text: string) => Promise<Translation>,
): Promise<FilterText> {
  if ('errorMessage' in translation) return { kind: 'json', reason: translation.errorMessage }
  const text = translation.filter
  if (text.length > barCharactersMax) {
    return {
      kind: 'json',
      reason: `It has more than ${barCharactersMax.toLocaleString('en-US')} characters.`,
    }
  }
  const roundTrip = await translate(text)
  if ('errorMessage' in roundTrip) return { kind: 'json', reason: roundTrip.errorMessage }
  if (roundTrip.filter !== text) return { kind: 'json', reason: 'Its text would be a different filter.' }
  return { kind: 'text', text }
}

const isSameEdit = (a: FilterEdit, b: FilterEdit): boolean =>
  a.text.trim() === b.text.trim() && a.focus === b.focus

/** The payload after an edit. An edit that restores the initial text gives the stored filter unchanged. */
export function editedData({
  storedData,
  currentData,
  initialEdit,
  edit,
  filtering,
}: {
  readonly storedData: JsonObject
  /** The payload with edits of other members. */
  readonly currentData: JsonObject
  readonly initialEdit: FilterEdit
  readonly edit: FilterEdit
  readonly filtering: JsonObject
}): JsonObject {
  const { filtering: _, formatting: __, ...rest } = currentData
  if (isSameEdit(initialEdit, edit)) {
    const members = Object.entries(storedData).filter(
      ([name]) => name === 'filtering' || name === 'formatting',
    )
    return { ...rest, ...Object.fromEntries(members) }
  }
  const formatting = { ...membersOf(currentData['formatting']), focus: edit.focus }
  return { ...rest, filtering, formatting: toJson(formatting) }
}

const timeOf = (value: unknown): number | undefined => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** The time range of the preview: the bounds of the query, else the range of its saved view. */
export function rangeOf(data: JsonObject, view: Readonly<Record<string, unknown>>): string | undefined {
  const windowing = membersOf(data['windowing'])
  const [oldest, newest] = [timeOf(windowing['oldest']), timeOf(windowing['newest'])]
  if (oldest !== undefined || newest !== undefined) {
    return fixedRange({ oldest: oldest ?? 0, newest: newest ?? nowMs() })
  }
  return typeof view['range'] === 'string' ? view['range'] : undefined
}
