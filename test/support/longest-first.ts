// Runs the slowest files of tests first, so that the end of a run has only short ones and no worker is idle.
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that took more than 45 s in a full run on two cores, the slowest first. A file that is missing here only starts later. */
const slowFiles: readonly string[] = [
  'test/evaluations/runner-failures.test.ts',
  'test/tracing/ingest-kills.test.ts',
  'test/tracing/ingest-faults.test.ts',
  'test/document/requests.test.ts',
  'web/test/numbers.test.ts',
  'test/evaluations/store-outage.test.ts',
  'web/test/content.test.ts',
  'src/tracing/query/pages.store.test.ts',
  'web/test/testsets.test.ts',
  'web/test/trying.test.ts',
  'test/tracing/simple-traces.test.ts',
  'web/test/looks.test.ts',
  'web/test/run-restart.test.ts',
  'test/evaluations/shared-runs.test.ts',
  'test/evaluations/runner.test.ts',
  'web/test/queues.test.ts',
  'web/test/traces.test.ts',
  'test/testsets/testset-faults.test.ts',
  'src/programs/sandbox/python.store.test.ts',
  'test/server/hostile-work.test.ts',
  'src/programs/execution/executor.store.test.ts',
  'web/test/states.test.ts',
  'test/server/cli.test.ts',
  'test/server/upgrade.test.ts',
  'test/server/killed-migrations.test.ts',
  'web/test/compare.test.ts',
  'web/test/testset-versions.test.ts',
  'test/evaluations/run-verdicts.test.ts',
  'web/test/artifacts.test.ts',
  'src/evaluations/runner/live.store.test.ts',
  'web/test/pages.test.ts',
  'test/testsets/testset-files.test.ts',
  'web/test/settings.test.ts',
  'web/test/evaluation.test.ts',
  'test/evaluations/executed-runs.test.ts',
  'web/test/first-minutes.test.ts',
  'src/storage/columnar/span-store.test.ts',
  'test/evaluations/simple-evaluations.test.ts',
  'test/tracing/traces-reading.test.ts',
  'web/test/environments.test.ts',
  'web/test/analytics.test.ts',
  'test/server/slow-clients.test.ts',
  'src/tracing/query/partial-pages.store.test.ts',
  'test/sdk/evaluate.test.ts',
  'src/evaluations/runner/runner.store.test.ts',
  'web/test/runs.test.ts',
  'test/server/demo.test.ts',
  'test/sdk/package.test.ts',
  'web/test/run-page.test.ts',
  'test/tracing/logs.test.ts',
  'web/test/trace.test.ts',
  'web/test/trace-columns.test.ts',
  'web/test/shell.test.ts',
  'test/importers/importers.test.ts',
  'test/server/faults.test.ts',
  'test/tracing/trace-writes.test.ts',
  'src/programs/sandbox/unsealed.store.test.ts',
  'src/testsets/import/import.store.test.ts',
  'web/test/trace-find.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const index = slowFiles.indexOf(relative(this.ctx.config.root, moduleId))
      if (index >= 0) return index
      return slowFiles.length + (project.name === 'unit' ? 1 : 0)
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
