// The AI SDK makes spans by itself when it is given a tracer; the server knows its conventions.
import type { Tracer } from '@opentelemetry/api'
import { tracer } from './spans.ts'

export interface AiTelemetryOptions<T> {
  /** Names the function in the spans. */
  readonly functionId?: string
  /** From version 7 on `OpenTelemetry` of `@ai-sdk/otel`; earlier versions need none. */
  readonly integration?: new (options: { readonly tracer: Tracer }) => T
  readonly recordInputs?: boolean
  readonly recordOutputs?: boolean
}

/** `generateText({…, telemetry: aiTelemetry({integration: OpenTelemetry})})`; before version 7 `experimental_telemetry: aiTelemetry()`. */
export function aiTelemetry<T>({ integration, ...options }: AiTelemetryOptions<T> = {}) {
  const own = tracer()
  return {
    ...options,
    isEnabled: true,
    tracer: own,
    ...(integration === undefined ? {} : { integrations: [new integration({ tracer: own })] }),
  }
}
