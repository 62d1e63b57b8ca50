// Retrieval-augmented answers: finds the document whose embedding is nearest to the question and passes it to the model. Then
// evaluates the answers over a testset; exit code 1 when too few are right.
import { Assay, SlugConflictError } from '@assay/sdk'
import { evaluate } from '@assay/sdk/eval'
import { flush, init, observe, openaiFetch } from '@assay/sdk/tracing'
import OpenAI from 'openai'
import { startModel } from './model.js'

const model = await startModel()
const assay = new Assay()
init({ assay, service: 'rag' })
const openai = new OpenAI({ apiKey: 'none', baseURL: `${model.url}/v1`, fetch: openaiFetch() })

const documents = [
  'Orders are shipped within two days.',
  'Returned goods are refunded within two weeks.',
  'Our shop is open from nine to five.',
]

const vectorsOf = async (input) => {
  const { data } = await openai.embeddings.create({
    model: 'text-embedding-3-small',
    input,
    encoding_format: 'float',
  })
  return data.map(({ embedding }) => embedding)
}
const similarity = (a, b) =>
  a.reduce((sum, x, at) => sum + x * b[at], 0) / (Math.hypot(...a) * Math.hypot(...b) || 1)

const documentVectors = await vectorsOf(documents)

const retrieve = observe(
  async (question) => {
    const [questionVector] = await vectorsOf([question])
    const rankedDocuments = documents.map((text, at) => ({
      text,
      score: similarity(questionVector, documentVectors[at]),
    }))
    return rankedDocuments.sort((a, b) => b.score - a.score).slice(0, 1)
  },
  { name: 'retrieve', type: 'query' },
)

const answer = observe(
  async (question) => {
    const [document] = await retrieve(question)
    const { choices } = await openai.chat.completions.create({
      model: 'gpt-4o-mini',
      messages: [{ role: 'user', content: `${question} (${document.text})` }],
    })
    return choices[0].message.content
  },
  { name: 'answer', type: 'chain' },
)

const rows = [
  { data: { question: 'When are orders shipped?', expected: 'two days' } },
  { data: { question: 'When are returned goods refunded?', expected: 'two weeks' } },
  { data: { question: 'When is the shop open?', expected: 'nine to five' } },
]
try {
  await assay.testsets.writeRows({ slug: 'shop-questions', name: 'Questions about the shop' }, rows)
} catch (error) {
  // An earlier run of this program has created it.
  if (!(error instanceof SlugConflictError)) throw error
}

const { report } = await evaluate({
  assay,
  name: 'shop-rag',
  testset: 'shop-questions',
  task: ({ question }) => answer(question),
  evaluators: {
    'contains-expected': ({ inputs, outputs }) => outputs.includes(inputs.expected),
    length: ({ outputs }) => outputs.length,
  },
  gate: [{ evaluator: 'contains-expected', path: 'success', statistic: 'rate', min: 0.9 }],
  output: null,
})
console.log(report)
const receipts = await flush()
console.log(`stored: ${receipts.reduce((sum, { stored }) => sum + stored, 0)} spans`)
await model.stop()
