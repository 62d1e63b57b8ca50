// A chat with the prompt that is deployed to production; without a deployment or a server it uses the fallback below.
import { Assay } from '@assay/sdk'
import { flush, init, observe, openaiFetch, withScope } from '@assay/sdk/tracing'
import OpenAI from 'openai'
import { startModel } from './model.js'

const model = await startModel()
const assay = new Assay()
init({ assay, service: 'chat' })
const openai = new OpenAI({ apiKey: 'none', baseURL: `${model.url}/v1`, fetch: openaiFetch() })

const fallback = {
  prompt: {
    messages: [{ role: 'system', content: 'You are a {{manner}} assistant.' }],
    llm_config: { model: 'gpt-4o-mini', temperature: 0 },
  },
}

const prompt = await assay.prompts.get({ application: 'chat', environment: 'production' }, { fallback })
console.log(`prompt: ${prompt.source}`)

/** Sends the conversation to the model and prints the answer while it streams. */
const turn = observe(
  async (conversation) => {
    const { messages, ...settings } = prompt.format({ manner: 'friendly' })
    const stream = await openai.chat.completions.create({
      ...settings,
      messages: [...messages, ...conversation],
      stream: true,
      stream_options: { include_usage: true },
    })
    let answer = ''
    for await (const chunk of stream) {
      const delta = chunk.choices[0]?.delta.content ?? ''
      process.stdout.write(delta)
      answer += delta
    }
    process.stdout.write('\n')
    return answer
  },
  { name: 'turn', type: 'chain', references: prompt.references, inputs: (messages) => ({ messages }) },
)

await withScope({ sessionId: `chat-${Date.now()}`, userId: 'ada' }, async () => {
  const conversation = []
  for (const content of ['Good morning!', 'What did I say?']) {
    conversation.push({ role: 'user', content })
    conversation.push({ role: 'assistant', content: await turn(conversation) })
  }
})

const receipts = await flush()
console.log(`stored: ${receipts.reduce((sum, { stored }) => sum + stored, 0)} spans`)
await model.stop()
