// Repeats the failed tests at the end of the output, a few lines each: logs of long runs are often truncated at the start.
import type { Reporter, TestModule } from 'vitest/node'

const charactersMax = 700

/** A few lines for each failure of a file. */
export function failuresOf(module: TestModule): readonly string[] {
  const failures = [...module.children.allTests('failed')].map((test) => {
    const messages = test.result().errors?.map((error) => error.message) ?? []
    return `${module.relativeModuleId} > ${test.fullName}\n${messages.join('\n').slice(0, charactersMax)}\n`
  })
  return [...failures, ...module.errors().map((error) => `${module.relativeModuleId}\n${error.message}\n`)]
}

export class FailureList implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const failure of modules.flatMap(failuresOf)) console.error(failure)
  }
}
