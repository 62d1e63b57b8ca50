// Repeats the failed tests at the end of the output, a few lines each: logs of long runs are often truncated at the start.
import type { Reporter, TestModule } from 'vitest/node'

const charactersMax = 700

export class FailureList implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      for (const test of module.children.allTests('failed')) {
        const message =
          test
            .result()
            .errors?.map((error) => error.message)
            .join('\n') ?? ''
        console.error(`${module.relativeModuleId} > ${test.fullName}\n${message.slice(0, charactersMax)}\n`)
      }
      for (const error of module.errors()) console.error(`${module.relativeModuleId}\n${error.message}\n`)
    }
  }
}
