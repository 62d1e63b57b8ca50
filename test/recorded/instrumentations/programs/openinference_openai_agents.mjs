// OpenInference on the OpenAI Agents SDK for JavaScript: an agent with a tool.
import * as agents from '@openai/agents'
import { OpenAIAgentsInstrumentation } from '@arizeai/openinference-instrumentation-openai-agents'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { z } from 'zod'

const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] })
provider.register()
new OpenAIAgentsInstrumentation({ tracerProvider: provider }).manuallyInstrument(agents)

const findOrder = agents.tool({
  name: 'find_order',
  description: 'Finds an order by its number.',
  parameters: z.object({ number: z.number().int() }),
  execute: async ({ number }) => ({ number, status: 'on its way' }),
})
const agent = new agents.Agent({
  name: 'support',
  instructions: 'You help customers.',
  model: 'gpt-4o-mini',
  tools: [findOrder],
})
const result = await agents.withTrace('answer', () => agents.run(agent, 'Where is order 17?'), {
  groupId: 'session-1',
})
console.log(result.finalOutput)

await provider.shutdown()
