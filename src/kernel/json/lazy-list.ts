// A list that is too long for memory. It can be used in a value like any list, and is read while the JSON
// text is written.
import { randomUUID } from 'node:crypto'
import type { Json } from './value.ts'

/**
 * The placeholder of the list in the surrounding text. It is random, so no string of a client is mistaken for
 * it.
 */
const placeholder = `lazy-list:${randomUUID()}`

/** The lazy lists of the text that is being built; undefined when no text is being built. */
let pendingLists: LazyList[] | undefined

export class LazyList {
  /** Starts reading. Each item becomes text when it arrives. */
  readonly batches: () => AsyncIterable<readonly Json[]>

  constructor(batches: () => AsyncIterable<readonly Json[]>) {
    this.batches = batches
  }

  /** Called by JSON.stringify. */
  toJSON(): string {
    if (pendingLists === undefined) throw new Error('a lazy list becomes text through jsonText only')
    pendingLists.push(this)
    return placeholder
  }

  /** Typed as a list, so that it can be used wherever a list can. */
  asJson(): Json {
    return this as unknown as Json
  }
}

/** Returns the JSON text as a string, or as a stream of parts when the value contains lazy lists. */
export function jsonText(value: unknown): string | AsyncGenerator<string> {
  const lists: LazyList[] = []
  pendingLists = lists
  try {
    const text = JSON.stringify(value)
    return lists.length === 0 ? text : withLists(text.split(`"${placeholder}"`), lists)
  } finally {
    pendingLists = undefined
  }
}

async function* withLists(texts: readonly string[], lists: readonly LazyList[]): AsyncGenerator<string> {
  for (const [i, list] of lists.entries()) {
    let separator = `${texts[i] ?? ''}[`
    for await (const batch of list.batches()) {
      if (batch.length === 0) continue
      yield `${separator}${batch.map((item) => JSON.stringify(item)).join(',')}`
      separator = ','
    }
    yield separator === ',' ? ']' : `${separator}]`
  }
  yield texts.at(-1) ?? ''
}
