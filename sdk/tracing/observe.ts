// Wraps a function, so that each call is a span.
import { OpenSpan, type SpanOptions } from './spans.ts'

export interface ObserveOptions<A extends unknown[], R> extends SpanOptions {
  /** The name of the span; default: the name of the function. */
  readonly name?: string
  /** Maps the arguments to the recorded inputs; false records nothing. Default: a single object, else the list of arguments. */
  readonly inputs?: false | ((...args: A) => unknown)
  /** Maps the result to the recorded outputs; false records nothing. */
  readonly outputs?: false | ((result: Awaited<R>) => unknown)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  isObject(value) && Symbol.asyncIterator in value

const inputsOf = (args: readonly unknown[]): unknown => {
  const [first] = args
  return args.length === 1 && isObject(first) && !Array.isArray(first) ? first : { args }
}

/** The recorded output of a stream: the joined text of texts, else the list of items. */
const combineItems = (items: readonly unknown[]): unknown =>
  items.length > 0 && items.every((item) => typeof item === 'string') ? items.join('') : items

const gatheredMax = 10_000

/** Passes a stream through. The span ends with the stream, or when the reader stops. */
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

/** Returns the function with a span per call: inputs, outputs, errors. Spans of inner calls are its children. */
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
      // The proxy keeps all other members of the result.
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
