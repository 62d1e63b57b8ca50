// Wraps a function, so that each call is a span.
import { observedResult, Recording } from './late-results.ts'
import { OpenSpan, type SpanOptions } from './spans.ts'

/** The options of `observe`. */
export interface ObserveOptions<A extends unknown[], R> extends SpanOptions {
  /** The name of the span; default: the name of the function. */
  readonly name?: string
  /**
   * Maps the arguments to the recorded inputs; false records nothing. Default: a single object, else the list of
   * arguments.
   */
  readonly inputs?: false | ((...args: A) => unknown)
  /**
   * Maps the result (of a stream: its joined text, or the list of its items) to the recorded outputs; false records
   * nothing.
   */
  readonly outputs?: false | ((result: Awaited<R>) => unknown)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const inputsOf = (args: readonly unknown[]): unknown => {
  const [first] = args
  return args.length === 1 && isObject(first) && !Array.isArray(first) ? first : { args }
}

/** Returns the function with a span per call: inputs, outputs, errors. Spans of inner calls are its children. */
export function observe<A extends unknown[], R>(
  fn: (...args: A) => R,
  options: ObserveOptions<A, R> = {},
): (...args: A) => R {
  const { name = fn.name || 'anonymous', inputs, outputs, ...spanOptions } = options

  const recordOutput = (span: OpenSpan, result: unknown): void => {
    if (outputs === undefined) span.outputs(result)
    else if (outputs !== false) span.outputs(outputs(result as Awaited<R>))
  }

  return function (this: unknown, ...args: A): R {
    const span = new OpenSpan(name, spanOptions)
    if (inputs !== false) span.inputs(inputs === undefined ? inputsOf(args) : inputs(...args))
    const recording = new Recording(span, (result) => recordOutput(span, result))
    const fail = (error: unknown): never => {
      recording.fail(error)
      throw error
    }
    try {
      const result = span.run(() => fn.apply(this, args))
      if (!(result instanceof Promise)) return observedResult(result, recording) as R
      return result.then((value: unknown) => observedResult(value, recording), fail) as R
    } catch (error) {
      return fail(error)
    }
  }
}
