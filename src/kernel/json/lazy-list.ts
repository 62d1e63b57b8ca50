// A list too long to be held in memory: it stands in a value like any list, and is read while the text is written.
import { randomUUID } from 'node:crypto'
import type { Json } from './value.ts'

/** Stands for the list in the text that surrounds it. Nobody outside can know it, so no string is taken for one. */
const mark = `lazy-list:${randomUUID()}`

/** The lists met by the text that is being made; undefined: none is. */
let met: LazyList[] | undefined

export class LazyList {
  /** Starts reading; each item becomes text as it comes. */
  readonly batches: () => AsyncIterable<readonly Json[]>

  constructor(batches: () => AsyncIterable<readonly Json[]>) {
    this.batches = batches
  }

  /** Called by JSON.stringify. */
  toJSON(): string {
    if (met === undefined) throw new Error('a lazy list becomes text through jsonText only')
    met.push(this)
    return mark
  }

  /** As a value: where a list may stand, a lazy one may. */
  asJson(): Json {
    return this as unknown as Json
  }
}

/** JSON text: a string, or its parts as they are made where the value holds lazy lists. */
export function jsonText(value: unknown): string | AsyncGenerator<string> {
  const lists: LazyList[] = []
  met = lists
  try {
    const text = JSON.stringify(value)
    return lists.length === 0 ? text : withLists(text.split(`"${mark}"`), lists)
  } finally {
    met = undefined
  }
}

async function* withLists(around: readonly string[], lists: readonly LazyList[]): AsyncGenerator<string> {
  for (const [i, list] of lists.entries()) {
    let before = `${around[i] ?? ''}[`
    for await (const batch of list.batches()) {
      if (batch.length === 0) continue
      yield `${before}${batch.map((item) => JSON.stringify(item)).join(',')}`
      before = ','
    }
    yield before === ',' ? ']' : `${before}]`
  }
  yield around.at(-1) ?? ''
}
