// An agent with one tool: calls the model, runs the tools that it requests, and repeats until the model answers.
import { flush, init, observe, openaiFetch } from '@assay/sdk/tracing'
import OpenAI from 'openai'
import { startModel } from './model.js'

const model = await startModel()
init({ service: 'agent' })
const openai = new OpenAI({ apiKey: 'none', baseURL: `${model.url}/v1`, fetch: openaiFetch() })

const weather = observe(async ({ city }) => `${city}: 21 degrees, no wind`, { name: 'weather', type: 'tool' })

const tools = [
  {
    type: 'function',
    function: {
      name: 'weather',
      description: 'The weather in a city',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
]

const stepsMax = 5

const agent = observe(
  async (question) => {
    const messages = [{ role: 'user', content: question }]
    for (let step = 0; step < stepsMax; step++) {
      const { choices } = await openai.chat.completions.create({ model: 'gpt-4o-mini', messages, tools })
      const { message } = choices[0]
      messages.push(message)
      if (message.tool_calls === undefined) return message.content
      for (const { id, function: toolCall } of message.tool_calls) {
        const content = await weather(JSON.parse(toolCall.arguments))
        messages.push({ role: 'tool', tool_call_id: id, content })
      }
    }
    throw new Error(`There is no answer after ${stepsMax} steps.`)
  },
  { name: 'agent', type: 'agent', tags: { example: 'agent' } },
)

console.log(await agent('Rome'))
const receipts = await flush()
console.log(`stored: ${receipts.reduce((sum, { stored }) => sum + stored, 0)} spans`)
await model.stop()
