// The Vercel AI SDK with its own telemetry, exported as OTLP/JSON by the exporter of JavaScript.
import { createOpenAI } from '@ai-sdk/openai'
import { trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import * as ai from 'ai'
import { z } from 'zod'

const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({ 'service.name': 'support-api' }),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
})
provider.register()

// From version 7 on, the telemetry is a package of its own.
const otel = await import('@ai-sdk/otel').catch(() => undefined)
if (otel !== undefined) ai.registerTelemetry(new otel.OpenTelemetry())

const { embed, generateObject, generateText, stepCountIs, streamText, tool } = ai
const openai = createOpenAI({ baseURL: process.env.OPENAI_BASE_URL })
const telemetry = (functionId) => ({
  isEnabled: true,
  functionId,
  metadata: { userId: 'user-1', sessionId: 'session-1', team: 'care' },
})
const find_order = tool({
  description: 'Finds an order by its number.',
  inputSchema: z.object({ number: z.number().int() }),
  execute: async ({ number }) => ({ number, status: 'on its way' }),
})
const question = { system: 'You help customers.', prompt: 'Where is order 17?' }

await trace.getTracer('shop').startActiveSpan('POST /answer', async (root) => {
  await generateText({
    ...question,
    model: openai.chat('gpt-4o-mini'),
    tools: { find_order },
    stopWhen: stepCountIs(5),
    temperature: 0.2,
    experimental_telemetry: telemetry('answer'),
  })
  const stream = streamText({
    ...question,
    model: openai.responses('gpt-4o-mini'),
    experimental_telemetry: telemetry('stream'),
  })
  for await (const _ of stream.textStream);
  await generateObject({
    ...question,
    model: openai.chat('gpt-4o-mini'),
    schema: z.object({ number: z.number().int(), status: z.string() }),
    experimental_telemetry: telemetry('object'),
  })
  await embed({
    model: openai.embedding('text-embedding-3-small'),
    value: 'Where is order 17?',
    experimental_telemetry: telemetry('embed'),
  })
  root.end()
})
await trace.getTracer('shop').startActiveSpan('POST /fail', async (root) => {
  await generateText({
    prompt: 'fail',
    model: openai.chat('gpt-4o-mini'),
    maxRetries: 0,
    experimental_telemetry: telemetry('fail'),
  }).catch(() => undefined)
  root.end()
})
await provider.shutdown()
