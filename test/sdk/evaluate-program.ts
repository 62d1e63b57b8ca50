// A program for tests that kill it. It evaluates, and logs the id of its run and each row that its task receives.
import { appendFileSync } from 'node:fs'
import { evaluate } from '../../sdk/eval/eval.ts'

const [log = '', resume = ''] = process.argv.slice(2)

await evaluate({
  name: 'many',
  testset: 'many',
  task: async ({ n }) => {
    appendFileSync(log, `row ${n}\n`)
    return String(Number(n) + 1)
  },
  evaluators: {
    exact: ({ inputs, outputs }) => inputs['correct_answer'] === outputs,
    length: ({ outputs }) => outputs.length,
    even: ({ outputs }) => Number(outputs) % 2 === 0,
  },
  gate: [{ evaluator: 'even', path: 'success', statistic: 'rate', min: 0.9 }],
  ...(resume === '' ? {} : { resume }),
  onStart: (id) => appendFileSync(log, resume === '' ? `${id}\n` : ''),
})
