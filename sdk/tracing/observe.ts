// A function with a span around each of its calls.
import { OpenSpan, type SpanOptions } from './spans.ts'

export interface ObserveOptions<A extends unknown[], R> extends SpanOptions {
  /** The name of the function when absent. */
  readonly name?: string
  /** What is kept of the arguments; false keeps nothing. A single object is kept as it is, else the list of arguments. */
  readonly inputs?: false | ((...args: A) => unknown)
  /** What is kept of the result; false keeps nothing. */
  readonly outputs?: false | ((result: Awaited<R>) => unknown)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  isObject(value) && Symbol.asyncIterator in value

const inputsOf = (args: readonly unknown[]): unknown => {
  const [first] = args
  return args.length === 1 && isObject(first) && !Array.isArray(first) ? first : { args }
}

/** Of a stream of texts the text, of others the list of what came. */
const combineItems = (items: readonly unknown[]): unknown =>
  items.length > 0 && items.every((item) => typeof item === 'string') ? items.join('') : items

const gatheredMax = 10_000

/** Passes on what comes; the span ends when the stream does, or when its reader has enough. */
async function* observedStream(
  stream: AsyncIterable<unknown>,
  { span, keep }: { readonly span: OpenSpan; readonly keep: (items: unknown) => void },
): AsyncGenerator<unknown> {
  const items: unknown[] = []
  const iterator = stream[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await span.run(() => iterator.next())
      if (next.done === true) return next.value
      if (items.length < gatheredMax) items.push(next.value)
      yield next.value
    }
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    keep(combineItems(items))
    span.end()
    await iterator.return?.()
  }
}

/** The same function; each call is a span with its inputs, its outputs and its failure, and what it calls stands below. */
export function observe<A extends unknown[], R>(
  fn: (...args: A) => R,
  options: ObserveOptions<A, R> = {},
): (...args: A) => R {
  const name = options.name ?? (fn.name || 'anonymous')
  const { inputs, outputs } = options

  const keep = (span: OpenSpan, result: unknown): void => {
    if (outputs === false) return
    span.outputs(outputs === undefined ? result : outputs(result as Awaited<R>))
  }
  const endWithError = (span: OpenSpan, error: unknown): never => {
    span.fail(error).end()
    throw error
  }
  const endWithResult = (span: OpenSpan, result: unknown): unknown => {
    if (isAsyncIterable(result) && outputs === undefined) {
      const stream = observedStream(result, { span, keep: (items) => span.outputs(items) })
      // Whatever else the result can do, it still can.
      return new Proxy(result, {
        get: (target, key) => {
          if (key === Symbol.asyncIterator) return () => stream
          const member: unknown = Reflect.get(target, key, target)
          return typeof member === 'function' ? member.bind(target) : member
        },
      })
    }
    keep(span, result)
    span.end()
    return result
  }

  return function (this: unknown, ...args: A): R {
    const span = new OpenSpan(name, options)
    if (inputs !== false) span.inputs(inputs === undefined ? inputsOf(args) : inputs(...args))
    try {
      const result = span.run(() => fn.apply(this, args))
      if (!(result instanceof Promise)) return endWithResult(span, result) as R
      return result.then(
        (value: unknown) => endWithResult(span, value),
        (error: unknown) => endWithError(span, error),
      ) as R
    } catch (error) {
      return endWithError(span, error)
    }
  }
}
