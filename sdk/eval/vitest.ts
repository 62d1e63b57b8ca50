// `@assay/sdk/vitest`: `await expect(evaluation).toPassGate([…])`. Importing it is enough.
import { expect } from 'vitest'
import { Assay } from '../client.ts'
import type { Evaluation, GateRule } from './eval.ts'

/** The options of `toPassGate`. */
export interface GateOptions {
  /** The client; default: one from the environment variables. */
  readonly assay?: Assay
  /** The baseline run of `max_drop`. */
  readonly baseline?: string
}

// The assertions of every supported version of vitest have the members of this interface; their own interfaces have type parameters
// that differ between versions.
declare global {
  namespace Chai {
    interface Assertion {
      /** Passes when the run satisfies all gate rules. */
      toPassGate: (rules: readonly GateRule[], options?: GateOptions) => Promise<void>
    }
  }
}

expect.extend({
  async toPassGate(
    { runId, report }: Pick<Evaluation, 'runId' | 'report'>,
    rules: readonly GateRule[],
    { assay = new Assay(), baseline }: GateOptions = {},
  ) {
    const request = { rules, ...(baseline === undefined ? {} : { baseline_run_id: baseline }) }
    const { gate } = await assay.runs.gate(runId, request)
    const brokenRules = (gate?.rules ?? []).filter(({ passed }) => !passed)
    const sentences = brokenRules.map(
      ({ evaluator, path, statistic, value, reason }) =>
        `${evaluator} ${path} ${statistic} = ${value ?? 'nothing'}${reason === undefined ? '' : `: ${reason}`}`,
    )
    return {
      pass: gate?.verdict === 'pass',
      message: () =>
        [
          `The run ${runId} ${brokenRules.length > 0 ? 'breaks' : 'holds'} its rules.`,
          ...sentences,
          '',
          report,
        ].join('\n'),
    }
  },
})
