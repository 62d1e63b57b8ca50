// Settings for the AI SDK, which creates spans itself when it gets a tracer. The server maps its conventions.
import type { Tracer } from '@opentelemetry/api'
import { tracer } from './spans.ts'

/** The options of `aiTelemetry`. */
export interface AiTelemetryOptions<T> {
  /** The name of the function in the spans. */
  readonly functionId?: string
  /** `OpenTelemetry` of `@ai-sdk/otel`, for the AI SDK from version 7 on; earlier versions need none. */
  readonly integration?: new (options: { readonly tracer: Tracer }) => T
  /** Whether inputs are recorded; true by default. */
  readonly recordInputs?: boolean
  /** Whether outputs are recorded; true by default. */
  readonly recordOutputs?: boolean
}

/**
 * `generateText({…, telemetry: aiTelemetry({integration: OpenTelemetry})})`; before version 7
 * `experimental_telemetry: aiTelemetry()`.
 */
export function aiTelemetry<T>({ integration, ...options }: AiTelemetryOptions<T> = {}) {
  const sdkTracer = tracer()
  return {
    ...options,
    isEnabled: true,
    tracer: sdkTracer,
    ...(integration === undefined ? {} : { integrations: [new integration({ tracer: sdkTracer })] }),
  }
}
