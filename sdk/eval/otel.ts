// Puts the spans of a task into the trace of its cell, if the program uses OpenTelemetry.
import type { SpanAddress } from './cell-spans.ts'

type Api = typeof import('@opentelemetry/api')

let apiPromise: Promise<Api | undefined> | undefined

export async function inSpan<T>({ traceId, spanId }: SpanAddress, fn: () => T | Promise<T>): Promise<T> {
  apiPromise ??= import('@opentelemetry/api').catch(() => undefined)
  const api = await apiPromise
  if (api === undefined) return fn()
  const { context, trace, TraceFlags } = api
  const span = trace.wrapSpanContext({ traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
  return context.with(trace.setSpan(context.active(), span), fn)
}
