// Shows how far a run of tests is, and at its end what it proved and what it cost. Failures are printed at once; files that
// passed are not, unless a run has only a few.
import { DefaultReporter, type TestModule, type TestSpecification } from 'vitest/node'
import { lastCosts, noCosts, saveLastCosts, storedCosts, tierName, type TierCosts } from './costs.ts'
import { newestDeepRunText } from './deep-runs.ts'
import type { FileCost } from './each-file.ts'
import { failuresOf } from './failure-list.ts'
import { isDeep } from './tier.ts'
import { treeSeconds } from './usage.ts'

const fewFiles = 20
const lineEveryMs = 20_000
const expensiveFilesMax = 10

const minutesText = (seconds: number): string => (seconds / 60).toFixed(1)
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

interface MeasuredFile extends FileCost {
  readonly file: string
  readonly project: string
}

const measuredFiles = (modules: readonly TestModule[]): readonly MeasuredFile[] =>
  modules.flatMap((module) => {
    const { cost } = module.meta()
    return cost === undefined
      ? []
      : [{ ...cost, file: module.relativeModuleId, project: module.project.name }]
  })

/** Whether no argument leaves files out. */
const isWhole = (): boolean => process.argv.slice(2).join(' ') === 'run'

function sumsOf(files: readonly MeasuredFile[]): Omit<TierCosts, 'files'> {
  const seconds = treeSeconds()
  const parts = Object.fromEntries(
    [...Map.groupBy(files, ({ project }) => project)].map(([project, costs]) => [
      project,
      sum(costs.map(({ cpu }) => cpu)),
    ]),
  )
  return { seconds, parts: { ...parts, shared: seconds - sum(Object.values(parts)) } }
}

export class Progress extends DefaultReporter {
  #files = 0
  #ended = 0
  #failed = 0
  #nextLine = 0

  constructor() {
    super({ summary: false })
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications)
    this.#files = specifications.length
    this.#nextLine = performance.now() + lineEveryMs
  }

  protected override printTestModule(module: TestModule): void {
    if (this.#files <= fewFiles) {
      super.printTestModule(module)
      return
    }
    this.#ended += 1
    const isFailed = module.state() === 'failed'
    if (isFailed) {
      this.#failed += 1
      super.printTestModule(module)
      for (const failure of failuresOf(module)) this.error(failure)
    }
    if (performance.now() < this.#nextLine && this.#ended < this.#files && !isFailed) return
    this.#nextLine = performance.now() + lineEveryMs
    const failed = this.#failed === 0 ? '' : `, ${this.#failed} failed`
    const minutes = Math.round((performance.now() - this.start) / 60_000)
    this.log(`tests ${this.#ended}/${this.#files} files, ${minutes} min${failed}`)
  }

  override onTestRunEnd(...end: Parameters<DefaultReporter['onTestRunEnd']>): void {
    super.onTestRunEnd(...end)
    const [modules] = end
    const files = measuredFiles(modules)
    const byFile = Object.fromEntries(
      files.map(({ file, cpu, wall, starts }) => [file, { cpu, wall, starts }]),
    )
    const before = lastCosts()[tierName] ?? noCosts
    const knownFiles = { ...before.files, ...byFile }
    // The deep tier runs in parts, and has no servers of its own.
    const deepSum = { seconds: sum(Object.values(knownFiles).map(({ cpu }) => cpu)), parts: {} }
    const { seconds, parts } = isWhole() ? sumsOf(files) : isDeep ? deepSum : before
    saveLastCosts({ seconds, parts, files: knownFiles })
    if (this.#files <= fewFiles) return
    this.#reportCosts(files)
    if (isWhole()) this.#reportTotal({ seconds, parts })
    this.#reportProof(modules)
  }

  #reportCosts(files: readonly MeasuredFile[]): void {
    this.log('The most expensive files, in seconds of processor time:')
    for (const { file, cpu, wall, starts } of files
      .toSorted((a, b) => b.cpu - a.cpu)
      .slice(0, expensiveFilesMax)) {
      const servers = starts === 0 ? '' : `, ${starts} servers started`
      this.log(`${cpu.toFixed(1).padStart(8)}  ${file}  (${wall.toFixed(0)} s long${servers})`)
    }
  }

  #reportTotal({ seconds, parts }: Omit<TierCosts, 'files'>): void {
    const stored = storedCosts()[tierName]
    const texts = Object.entries(parts).map(([part, cpu]) => `${part} ${minutesText(cpu)}`)
    this.log(`Processor time of the tests: ${minutesText(seconds)} min (${texts.join(', ')}).`)
    if (stored !== undefined)
      this.log(`The last change stored ${minutesText(stored.seconds)} min; a feature may add 0.5 min.`)
  }

  #reportProof(modules: readonly TestModule[]): void {
    const texts = [...Map.groupBy(modules, ({ project }) => project.name)].map(([project, members]) => {
      const passed = members.flatMap(({ children }) => [...children.allTests('passed')])
      return `${project} ${passed.length} tests in ${members.length} files`
    })
    this.log(`Proved: ${texts.join(', ')}.`)
    const count = (state: 'passed' | 'failed'): number =>
      sum(modules.map(({ children }) => [...children.allTests(state)].length))
    this.log(`${count('passed')} passed, ${count('failed')} failed`)
    if (!isDeep) this.log(`Not run: the deep tier (npm run test:deep); ${newestDeepRunText()}.`)
  }
}
