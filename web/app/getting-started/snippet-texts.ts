// Code snippets that send a first span.

export const keyPlaceholder = '<your key>'

export type Language = 'python' | 'typescript' | 'curl'

export const snippetOf: Readonly<Record<Language, (origin: string, key: string) => string>> = {
  python: (origin, key) => `# pip install opentelemetry-sdk opentelemetry-exporter-otlp-proto-http
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(
    endpoint="${origin}/v1/traces",
    headers={"Authorization": "ApiKey ${key}"})))
trace.set_tracer_provider(provider)

with trace.get_tracer("first").start_as_current_span("hello") as span:
    span.set_attribute("ag.data.inputs", '{"question": "Is this on?"}')
provider.shutdown()`,
  typescript: (
    origin,
    key,
  ) => `// npm install @opentelemetry/sdk-trace-base @opentelemetry/exporter-trace-otlp-proto
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'

const exporter = new OTLPTraceExporter({
  url: '${origin}/v1/traces',
  headers: { Authorization: 'ApiKey ${key}' },
})
const provider = new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] })

const span = provider.getTracer('first').startSpan('hello')
span.setAttribute('ag.data.inputs', '{"question": "Is this on?"}')
span.end()
await provider.shutdown()`,
  curl: (origin, key) => `curl ${origin}/api/simple/traces/ -H 'Authorization: ApiKey ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"trace": {"data": {"inputs": {"question": "Is this on?"}, "outputs": "It is."}}}'`,
}
