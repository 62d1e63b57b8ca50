// Results that arrive after a function has returned: streams, async iterators and thenables. They are passed on, and the
// span ends when they end, fail, or their reader stops.
import type { OpenSpan } from './spans.ts'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

export const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  isObject(value) && Symbol.asyncIterator in value

const isAsyncIterator = (value: object): value is AsyncIterator<unknown> =>
  'next' in value && typeof value.next === 'function'

export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  isObject(value) && 'then' in value && typeof value.then === 'function'

const isReadable = (value: unknown): value is ReadableStream<unknown> =>
  typeof ReadableStream !== 'undefined' && value instanceof ReadableStream

/** The recorded output of a stream: the joined text of texts, else the list of items. */
const combineItems = (items: readonly unknown[]): unknown =>
  items.length > 0 && items.every((item) => typeof item === 'string') ? items.join('') : items

/** Later items are passed on, but not recorded. */
const itemsMax = 10_000

/** Collects a result and ends its span, once. */
export class Recording {
  readonly #span: OpenSpan
  readonly #recordOutput: (result: unknown) => void
  readonly #items: unknown[] = []
  /** Chunks of bytes are recorded as text, unless they are not UTF-8. */
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #isEnded = false

  constructor(span: OpenSpan, recordOutput: (result: unknown) => void) {
    this.#span = span
    this.#recordOutput = recordOutput
  }

  /** Ends the span with this output. */
  complete(result: unknown): void {
    if (this.#isEnded) return
    this.#isEnded = true
    if (!this.#span.hasOutputs) this.#recordOutput(result)
    this.#span.end()
  }

  /** Ends the span with the items so far. */
  end(): void {
    this.complete(combineItems(this.#items))
  }

  /** Ends the span with an error, and with the items so far. */
  fail(error: unknown): void {
    if (this.#isEnded) return
    this.#span.fail(error)
    if (this.#items.length > 0) this.end()
    this.#isEnded = true
    this.#span.end()
  }

  /** Reads the next item of a stream inside the span. */
  async read<R extends { readonly done?: boolean; readonly value?: unknown }>(
    next: () => Promise<R>,
  ): Promise<R> {
    try {
      const result = await this.run(next)
      if (result.done === true) this.end()
      else this.#add(result.value)
      return result
    } catch (error) {
      this.fail(error)
      throw error
    }
  }

  run<T>(fn: () => T): T {
    return this.#span.run(fn)
  }

  #add(item: unknown): void {
    if (this.#isEnded) return
    this.#span.firstChunk()
    if (this.#items.length < itemsMax)
      this.#items.push(item instanceof Uint8Array ? this.#textOf(item) : item)
  }

  #textOf(bytes: Uint8Array): unknown {
    try {
      return this.#decoder.decode(bytes, { stream: true })
    } catch {
      return `[${bytes.byteLength} bytes]`
    }
  }
}

function observedStream(stream: ReadableStream<unknown>, recording: Recording): ReadableStream<unknown> {
  const reader = stream.getReader()
  return new ReadableStream<unknown>(
    {
      pull: async (controller) => {
        const { done, value } = await recording.read(() => reader.read())
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async (reason) => {
        recording.end()
        await reader.cancel(reason)
      },
    },
    // Nothing is read before the consumer asks.
    { highWaterMark: 0 },
  )
}

function observedIterator(
  source: AsyncIterator<unknown>,
  recording: Recording,
): AsyncIterableIterator<unknown> {
  const endAfter = async (
    call: (() => Promise<IteratorResult<unknown>>) | undefined,
    value?: unknown,
  ): Promise<IteratorResult<unknown>> => {
    try {
      return call === undefined ? { done: true, value } : await recording.run(call)
    } finally {
      recording.end()
    }
  }
  const iterator: AsyncIterableIterator<unknown> = {
    next: (...args) => recording.read(() => source.next(...args)),
    return: async (value) => endAfter(source.return?.bind(source, value), await value),
    throw: async (error) => {
      recording.fail(error)
      if (source.throw === undefined) throw error
      return source.throw(error)
    },
    [Symbol.asyncIterator]: () => iterator,
  }
  return iterator
}

/** The members of a result that report its content. */
function observedMembers(result: object, recording: Recording): ReadonlyMap<PropertyKey, unknown> {
  const members = new Map<PropertyKey, unknown>()
  if (isAsyncIterable(result)) {
    let isIterated = false
    const iterator = (): AsyncIterator<unknown> => {
      const source = result[Symbol.asyncIterator]()
      // A second iteration of a list is not part of this call.
      if (isIterated) return source
      isIterated = true
      return observedIterator(source, recording)
    }
    const observed = isAsyncIterator(result) ? observedIterator(result, recording) : undefined
    members.set(Symbol.asyncIterator, observed === undefined ? iterator : () => observed)
    if (observed !== undefined)
      for (const name of ['next', 'return', 'throw'] as const) members.set(name, observed[name])
  }
  if (isThenable(result)) {
    let settlement: Promise<unknown> | undefined
    // A lazy result starts its work when it is awaited, and only then.
    const settle = (): Promise<unknown> =>
      (settlement ??= new Promise((resolve, reject) => {
        recording.run(() => result.then(resolve, reject))
      }).then(
        (value) => observedResult(value, recording),
        (error: unknown) => {
          recording.fail(error)
          throw error
        },
      ))
    members.set('then', (...args: Parameters<Promise<unknown>['then']>) => settle().then(...args))
    members.set('catch', (...args: Parameters<Promise<unknown>['catch']>) => settle().catch(...args))
    members.set('finally', (...args: Parameters<Promise<unknown>['finally']>) => settle().finally(...args))
  }
  return members
}

/** Returns the result, observed if it arrives later; otherwise the span ends with it. */
export function observedResult(result: unknown, recording: Recording): unknown {
  if (isReadable(result)) return observedStream(result, recording)
  if (!isAsyncIterable(result) && !isThenable(result)) {
    recording.complete(result)
    return result
  }
  const members = observedMembers(result, recording)
  // The proxy keeps all other members of the result. A method may return its content as a stream, such as `toReadableStream`.
  return new Proxy(result, {
    get: (target, key) => {
      if (members.has(key) && Reflect.has(target, key)) return members.get(key)
      const member: unknown = Reflect.get(target, key, target)
      if (typeof member !== 'function') return member
      return (...args: unknown[]): unknown => {
        const value: unknown = Reflect.apply(member, target, args)
        return isReadable(value) || isAsyncIterable(value) ? observedResult(value, recording) : value
      }
    },
  })
}
