// A program whose evaluation never ends by itself; evaluate.test.ts sends it a signal.
import { evaluate } from '../../sdk/eval/eval.ts'

// Something must keep the program alive while its task hangs.
setInterval(() => undefined, 60_000)

await evaluate({
  name: 'interrupted',
  data: [{ n: 1 }, { n: 2 }],
  concurrency: 1,
  task: ({ n }) => {
    if (n === 1) return 'done'
    process.stdout.write('hanging\n')
    return new Promise<string>(() => undefined)
  },
  evaluators: { any: () => true },
  onStart: (id) => process.stdout.write(`${id}\n`),
})
