// Runs the longest files of tests first, so that only short ones are left at the end and no worker is idle. Files that share
// the modules of a worker stay together: each change between projects starts another worker.
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { knownFileCosts, tierName } from './costs.ts'

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const costs = knownFileCosts(tierName)
    const wallSeconds = ({ moduleId }: TestSpecification): number =>
      costs.get(relative(this.ctx.config.root, moduleId))?.wall ?? 0
    // Unit tests fill the end of their group: they are short.
    const place = ({ project }: TestSpecification): number =>
      project.name.startsWith('unit') ? 2 : project.config.isolate ? 0 : 1
    return (await super.sort(files)).toSorted(
      (a, b) => place(a) - place(b) || wallSeconds(b) - wallSeconds(a),
    )
  }
}
