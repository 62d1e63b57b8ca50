// Runs the slowest files of tests first, so that only short ones are left at the end and no worker is idle.
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that took more than 45 s in a full run on two cores, the slowest first. A file that is missing here only
 * starts later.
 */
const slowFiles: readonly string[] = [
  'test/evaluations/runner-failures.test.ts',
  'test/tracing/ingest-kills.test.ts',
  'test/document/requests.test.ts',
  'web/test/looks.test.ts',
  'web/test/moved-project.test.ts',
  'test/tracing/ingest-faults.test.ts',
  'src/storage/columnar/span-store.test.ts',
  'test/evaluations/store-outage.test.ts',
  'web/test/trying.test.ts',
  'src/tracing/query/pages.store.test.ts',
  'test/evaluations/executed-runs.test.ts',
  'src/tracing/query/partial-pages.store.test.ts',
  'src/programs/execution/executor.store.test.ts',
  'test/server/cli.test.ts',
  'web/test/testsets.test.ts',
  'src/programs/sandbox/python.store.test.ts',
  'test/sdk/evaluate.test.ts',
  'test/evaluations/simple-evaluations.test.ts',
  'test/server/demo.test.ts',
  'test/server/hostile-work.test.ts',
  'test/testsets/testset-faults.test.ts',
  'web/test/numbers.test.ts',
  'test/server/move.test.ts',
  'src/evaluations/runner/runner.store.test.ts',
  'test/server/operations-doc.test.ts',
  'test/evaluations/runner.test.ts',
  'test/importers/importers.test.ts',
  'web/test/content.test.ts',
  'test/sdk/package.test.ts',
  'test/tracing/logs.test.ts',
  'web/test/queues.test.ts',
  'test/server/git-interrupted.test.ts',
  'web/test/run-restart.deep.test.ts',
  'test/evaluations/shared-runs.test.ts',
  'web/test/artifacts.test.ts',
  'test/server/slow-clients.test.ts',
  'web/test/pages.test.ts',
  'test/server/upgrade.test.ts',
  'test/tracing/trace-writes.test.ts',
  'web/test/settings.test.ts',
  'test/server/faults.test.ts',
  'test/server/backup.test.ts',
  'src/evaluations/runner/live.store.test.ts',
  'test/testsets/testset-files.test.ts',
  'test/cli/recipe.test.ts',
  'test/server/backup-s3.test.ts',
  'test/evaluations/run-verdicts.test.ts',
  'test/access/project-archive.test.ts',
  'web/test/traces.test.ts',
  'test/server/killed-migrations.test.ts',
  'test/tracing/simple-traces.test.ts',
  'test/access/roles.test.ts',
  'src/programs/sandbox/unsealed.store.test.ts',
  'test/tracing/traces-reading.test.ts',
  'test/server/migrations.test.ts',
  'test/evaluations/crashing-runs.test.ts',
  'src/move/copy-spans.store.test.ts',
  'test/access/interrupted-imports.test.ts',
  'web/test/compare.test.ts',
  'web/test/runs.test.ts',
  'web/test/evaluation.deep.test.ts',
  'web/test/testset-versions.test.ts',
  'test/fuzz/fuzz.test.ts',
  'src/tracing/filter/compile/compile.store.test.ts',
  'test/evaluations/run-rows.test.ts',
  'test/server/backup-clickhouse.test.ts',
  'web/test/states.test.ts',
  'test/cli/mirror.test.ts',
  'src/git/repository/repository.store.test.ts',
  'test/evaluations/run-events.test.ts',
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
