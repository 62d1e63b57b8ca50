// Mastra: an agent with a tool, exported by its own exporter for OpenTelemetry.
import { createOpenAI } from '@ai-sdk/openai'
import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core'
import { createTool } from '@mastra/core/tools'
import { Observability } from '@mastra/observability'
import { OtelExporter } from '@mastra/otel-exporter'
import { z } from 'zod'

const openai = createOpenAI()
const findOrder = createTool({
  id: 'find_order',
  description: 'Finds an order by its number.',
  inputSchema: z.object({ number: z.number().int() }),
  execute: async ({ number }) => ({ number, status: 'on its way' }),
})
const support = new Agent({
  id: 'support',
  name: 'support',
  instructions: 'You help customers.',
  model: openai('gpt-4o-mini'),
  tools: { find_order: findOrder },
})
const endpoint = `${process.env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`
const mastra = new Mastra({
  agents: { support },
  observability: new Observability({
    configs: {
      otel: {
        serviceName: 'support-api',
        exporters: [new OtelExporter({ provider: { custom: { endpoint, protocol: 'http/protobuf' } } })],
      },
    },
  }),
})
const answer = await mastra.getAgent('support').generate('Where is order 17?', {
  tracingOptions: { metadata: { sessionId: 'session-1', userId: 'user-1', team: 'care' } },
})
console.log(answer.text)

await mastra.shutdown()
