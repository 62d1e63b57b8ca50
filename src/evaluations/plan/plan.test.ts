import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../kernel/json/value.ts'
import { cellHashId, cellSpan, evaluationMeta } from '../../programs/execution/cell.ts'
import { cellReferences } from './cells.ts'
import { runFlags } from './flags.ts'
import { manifestMismatches, runManifest } from '../verdicts/manifest.ts'
import { cellName, missingCells, readiness, scenarioCells, type Cell } from './plan.ts'
import { simpleRunData, type ChosenRevision } from '../simple/simple-steps.ts'
import { graphProblem, isLimitedToInvocations, type Origin, type RunData, type Step } from './steps.ts'
import type { Status } from './status.ts'
import { inputsOf, evaluatorInput } from '../../programs/subjects.ts'

const revision = (kind: string, slug: string, overrides: Partial<ChosenRevision> = {}): ChosenRevision => ({
  slug,
  origin: 'auto',
  references: {
    [kind]: { id: `${slug}-a`, slug },
    [`${kind}_variant`]: { id: `${slug}-v` },
    [`${kind}_revision`]: { id: `${slug}-r`, slug, version: '2' },
  },
  ...overrides,
})

const revisions = (kind: string, count: number, origin: Origin = 'auto'): readonly ChosenRevision[] =>
  Array.from({ length: count }, (_, i) => revision(kind, `${kind[0]}${i}`, { origin }))

const dataOf = (
  applications: number,
  evaluators: number,
  repeats: number,
  origin: Origin = 'auto',
): RunData =>
  simpleRunData(
    {
      queries: [],
      testsets: [revision('testset', 't', { origin: 'custom', columns: ['country', 'capital'] })],
      applications: revisions('application', applications),
      evaluators: revisions('evaluator', evaluators, origin),
    },
    repeats,
  )

const count = (cells: readonly Cell[], kind: Cell['kind']): number =>
  cells.filter((cell) => cell.kind === kind).length

describe('the cells of a scenario', () => {
  test('follow from the numbers of programs and repeats', () => {
    const fewRepeats = fc.integer({ min: 0, max: 3 })
    fc.assert(
      fc.property(
        fewRepeats,
        fewRepeats,
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        (a, e, r, isSplit) => {
          const cells = scenarioCells(dataOf(a, e, r), { sourceStepKey: 'testset-t', options: { isSplit } })
          expect(count(cells, 'input')).toBe(r)
          expect(count(cells, 'invocation')).toBe(a * (isSplit || e === 0 ? r : 1))
          expect(count(cells, 'annotation')).toBe(Math.max(a, 1) * e * r)
          expect(new Set(cells.map(cellName)).size).toBe(cells.length)
        },
      ),
    )
  })

  test('a repeat evaluates its own invocation when split, else the first', () => {
    const evaluatedRepeats = (isSplit: boolean) =>
      scenarioCells(dataOf(1, 1, 2), { sourceStepKey: 'testset-t', options: { isSplit } })
        .filter((cell) => cell.kind === 'annotation')
        .map((cell) => cell.after?.repeatIdx)
    expect(evaluatedRepeats(true)).toEqual([0, 1])
    expect(evaluatedRepeats(false)).toEqual([0, 0])
  })

  test('a cell waits only for cells of the plan', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 }), fc.boolean(), (a, isSplit) => {
        const cells = scenarioCells(dataOf(a, 2, 3), { sourceStepKey: 'testset-t', options: { isSplit } })
        const names = new Set(cells.map(cellName))
        for (const { after } of cells) expect(after === undefined || names.has(cellName(after))).toBe(true)
      }),
    )
  })

  test('cells of human evaluators are manual, cells of applications never', () => {
    const cells = scenarioCells(dataOf(1, 1, 1, 'human'), {
      sourceStepKey: 'testset-t',
      options: { isSplit: false },
    })
    expect(cells.map(({ kind, isManual }) => [kind, isManual])).toEqual([
      ['input', false],
      ['invocation', false],
      ['annotation', true],
    ])
  })
})

describe('missing cells', () => {
  const cells = scenarioCells(dataOf(1, 1, 1), { sourceStepKey: 'testset-t', options: { isSplit: false } })
  const allWith = (status: Status) => new Map(cells.map((cell) => [cellName(cell), status]))
  const keys = (cells: readonly Cell[]) => cells.map((cell) => cell.stepKey)

  test('are all cells in a new scenario and none in a finished one', () => {
    expect(missingCells(cells, { statuses: new Map() }).serverCells).toEqual(cells)
    expect(missingCells(cells, { statuses: allWith('success') }).serverCells).toEqual([])
  })

  test('are only those of the new evaluator when one is added to a finished run', () => {
    const moreCells = scenarioCells(dataOf(1, 2, 1), {
      sourceStepKey: 'testset-t',
      options: { isSplit: false },
    })
    expect(keys(missingCells(moreCells, { statuses: allWith('success') }).serverCells)).toEqual([
      'evaluator-e1',
    ])
  })

  test.each<[Status, boolean, boolean]>([
    ['failure', false, true],
    ['cancelled', false, true],
    ['success', false, false],
    ['success', true, true],
    ['queued', true, false],
    ['running', true, false],
  ])('a cell with status %s and overwrite %s is due: %s', (status, overwrite, isDue) => {
    const { serverCells } = missingCells(cells, { statuses: allWith(status), slice: { overwrite } })
    expect(serverCells.length > 0).toBe(isDue)
  })

  test('are limited to the slice', () => {
    const slice = { stepKeys: ['application-a0'], repeatIdxs: [0] }
    expect(keys(missingCells(cells, { statuses: new Map(), slice }).serverCells)).toEqual(['application-a0'])
    expect(missingCells(cells, { statuses: new Map(), slice: { repeatIdxs: [7] } }).serverCells).toEqual([])
  })

  test('include manual cells once', () => {
    const humanCells = scenarioCells(dataOf(0, 1, 1, 'human'), {
      sourceStepKey: 'testset-t',
      options: { isSplit: false },
    })
    expect(keys(missingCells(humanCells, { statuses: new Map() }).manualCells)).toEqual(['evaluator-e0'])
    expect(
      missingCells(humanCells, { statuses: new Map([['0 evaluator-e0', 'pending']]) }).manualCells,
    ).toEqual([])
  })

  test.each<[Status | undefined, string]>([
    ['success', 'ready'],
    ['failure', 'upstream_failed'],
    ['cancelled', 'upstream_failed'],
    ['running', 'waits'],
    [undefined, 'waits'],
  ])('with an invocation that is %s, the readiness of its annotation is %s', (status, expected) => {
    const statuses = new Map(status === undefined ? [] : [['0 application-a0', status]])
    expect(readiness(cells[2] as Cell, statuses)).toBe(expected)
    expect(readiness(cells[1] as Cell, statuses)).toBe('ready')
  })
})

describe('the run of a simple evaluation', () => {
  test('names its steps and columns', () => {
    const outputs = { type: 'object', properties: { score: {}, deep: { properties: { a: {} } } } }
    const data = simpleRunData(
      {
        queries: [],
        testsets: [revision('testset', 't', { columns: ['country'] })],
        applications: [revision('application', 'x')],
        evaluators: [revision('evaluator', 'e', { outputs })],
      },
      1,
    )
    expect(data.steps.map(({ key, inputs }) => [key, inputs?.map((input) => input.key)])).toEqual([
      ['testset-t', undefined],
      ['application-x', ['__all_inputs__']],
      ['evaluator-e', ['__all_invocations__', '__all_inputs__']],
    ])
    expect(data.mappings?.map(({ column, step }) => [column.kind, column.name, step.key, step.path])).toEqual(
      [
        ['testset', 'country', 'testset-t', 'data.country'],
        ['invocation', 'outputs', 'application-x', 'attributes.ag.data.outputs'],
        ['annotation', 'score', 'evaluator-e', 'attributes.ag.data.outputs.score'],
        ['annotation', 'deep.a', 'evaluator-e', 'attributes.ag.data.outputs.deep.a'],
      ],
    )
  })

  test('has one step for each pair of evaluator and application when there are several', () => {
    expect(dataOf(2, 1, 1).steps.map((step) => step.key)).toEqual([
      'testset-t',
      'application-a0',
      'application-a1',
      'evaluator-e0.application-a0',
      'evaluator-e0.application-a1',
    ])
  })

  test('derives flags from its steps', () => {
    expect(
      runFlags(dataOf(1, 1, 1, 'human'), { requested: { is_split: true, has_auto: true, is_queue: false } }),
    ).toEqual({
      is_live: false,
      is_active: false,
      is_closed: false,
      is_queue: true,
      is_cached: false,
      is_split: true,
      has_queries: false,
      has_testsets: true,
      has_traces: false,
      has_testcases: false,
      has_evaluators: true,
      has_custom: false,
      has_human: true,
      has_auto: false,
    })
  })

  test('an edit merges the flags of the client and keeps those of the runner', () => {
    const before = runFlags(dataOf(1, 1, 1), { requested: { is_active: true, is_cached: true } })
    expect(
      runFlags(dataOf(1, 0, 1), { requested: { is_active: false, is_split: true }, before }),
    ).toMatchObject({
      is_active: true,
      is_cached: true,
      is_split: true,
      has_auto: false,
    })
  })
})

describe('graphs', () => {
  const step = (key: string, type: Step['type'], name?: string): Step => ({
    key,
    type,
    origin: 'auto',
    references: name === undefined ? {} : { [name]: { id: '1' } },
  })
  const testset = step('t', 'input', 'testset_revision')
  const query = step('q', 'input', 'query_revision')
  const application = step('a', 'invocation', 'application_revision')
  const evaluator = step('e', 'annotation', 'evaluator_revision')
  const directStep = step('traces', 'input')

  test.each<[string, readonly Step[], boolean]>([
    ['query, evaluator', [query, evaluator], false],
    ['live query, evaluator', [query, evaluator], true],
    ['query, application, evaluator', [query, application, evaluator], false],
    ['testset, evaluator', [testset, evaluator], false],
    ['testset, application', [testset, application], false],
    ['traces, evaluator', [directStep, evaluator], false],
  ])('%s can be executed', (_, steps, isLive) => {
    expect(graphProblem({ steps, repeats: 1 }, isLive)).toBeUndefined()
  })

  test.each<[string, readonly Step[], boolean, RegExp]>([
    ['no input', [evaluator], false, /no input step/],
    ['an input alone', [testset], false, /neither/],
    ['query with testset', [query, testset, evaluator], false, /several kinds/],
    ['a live testset', [testset, evaluator], true, /Only queries/],
    ['an input without a source', [step('x', 'input'), evaluator], false, /names neither/],
    ['a key twice', [testset, evaluator, evaluator], false, /Two steps have the key 'e'/],
  ])('%s is refused', (_, steps, isLive, reason) => {
    expect(graphProblem({ steps, repeats: 1 }, isLive)).toMatch(reason)
  })
})

describe('queries that can be evaluated live', () => {
  const invocations = { field: 'trace_type', operator: 'is', value: 'invocation' }
  const otherCondition = { field: 'span_name', operator: 'is', value: 'x' }

  test('filter by invocations at the top level, with or without other conditions', () => {
    expect(isLimitedToInvocations({ conditions: [otherCondition, invocations] })).toBe(true)
    expect(isLimitedToInvocations({ operator: 'and', conditions: [invocations] })).toBe(true)
  })

  test.each<[string, JsonObject | undefined]>([
    ['no filter', undefined],
    ['another condition', { conditions: [otherCondition] }],
    ['one of several alternatives', { operator: 'or', conditions: [invocations, otherCondition] }],
    ['a nested condition', { conditions: [{ operator: 'and', conditions: [invocations] }] }],
    ['annotations', { conditions: [{ ...invocations, value: 'annotation' }] }],
  ])('%s is not enough', (_, filter) => {
    expect(isLimitedToInvocations(filter)).toBe(false)
  })
})

describe('the trace of a cell', () => {
  const cell = { runId: 'r', scenarioId: 's', stepKey: 'k', repeatIdx: 0 }

  test('has the same id when the cell is retried, another when it is recomputed', () => {
    expect(cellSpan(cell, 'a')).toEqual(cellSpan({ ...cell }, 'a'))
    const spans = [cellSpan(cell, 'a'), cellSpan(cell, 'b'), cellSpan({ ...cell, repeatIdx: 1 }, 'a')]
    expect(new Set(spans.map((span) => span.traceId)).size).toBe(3)
    expect(spans[0]).toEqual({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
  })

  test('names its cell', () => {
    expect(evaluationMeta(cell)).toEqual({ run_id: 'r', scenario_id: 's', step_key: 'k', repeat_idx: 0 })
  })

  test('references the program, the testset and the testcase', () => {
    const [testset, application] = dataOf(1, 1, 1).steps as [Step, Step]
    const references = cellReferences(application, {
      input: testset,
      source: { stepKey: 'testset-t', testcaseId: 'c' },
    })
    expect(Object.keys(references)).toEqual([
      'application',
      'application_variant',
      'application_revision',
      'testset',
      'testset_variant',
      'testset_revision',
      'testcase',
    ])
  })

  test('has a hash that does not depend on the testset revision', () => {
    const references = { testset: { id: 't' }, testset_revision: { id: '1' } }
    const link = { invocation: { traceId: 'a', spanId: 'b' } }
    const hash = cellHashId(references, link)
    expect(cellHashId({ ...references, testset_revision: { id: '2' } }, link)).toBe(hash)
    expect(cellHashId(references, {})).not.toBe(hash)
    expect(cellHashId({}, {})).toBeUndefined()
  })
})

describe('the inputs of programs', () => {
  const testcase = { id: 'c', data: { country: 'France', testcase_dedup_id: 'd' } }
  const root = {
    trace_id: 't',
    span_id: 's',
    attributes: { ag: { data: { inputs: { q: 1 }, outputs: 'Paris' } } },
  }

  test('are a testcase without its dedup id, or the inputs of a trace', () => {
    expect(inputsOf({ kind: 'testcase', testcase })).toEqual({ country: 'France' })
    expect(inputsOf({ kind: 'trace', root })).toEqual({ q: 1 })
  })

  test('include the invocation to evaluate if there is one, else the trace', () => {
    const link = { traceId: 'x', spanId: 'y' }
    expect(evaluatorInput({ kind: 'testcase', testcase }, { outputs: 'P', link })).toEqual({
      inputs: { country: 'France' },
      testcase,
      outputs: 'P',
      link,
    })
    expect(evaluatorInput({ kind: 'trace', root }, undefined)).toEqual({
      inputs: { q: 1 },
      outputs: 'Paris',
      trace: root,
      link: { traceId: 't', spanId: 's' },
    })
    expect(evaluatorInput({ kind: 'testcase', testcase }, undefined)).not.toHaveProperty('outputs')
  })
})

describe('the manifest', () => {
  const parts = {
    runId: 'r',
    revisions: [{ name: 'testset_revision', id: '1', version: '2', contentHash: 'h' }],
    items: ['a', 'b'],
    prices: {},
    programVersion: '0.1.0',
    createdAt: '2026-01-01T00:00:00.000000Z',
    hashVersion: 2,
  } as const

  test('has a hash that covers its time, except in version 1 of the hash', () => {
    const laterParts = { ...parts, createdAt: 'later' }
    expect(manifestMismatches(runManifest(parts), runManifest(laterParts)).map(({ name }) => name)).toEqual([
      'hash',
    ])
    const first = { hashVersion: 1 } as const
    expect(
      manifestMismatches(runManifest({ ...parts, ...first }), runManifest({ ...laterParts, ...first })),
    ).toEqual([])
  })

  test('reports changes', () => {
    const changedData = {
      ...parts,
      items: ['b', 'a'],
      revisions: parts.revisions.map((revision) => ({ ...revision, contentHash: 'x' })),
    }
    const mismatches = manifestMismatches(runManifest(parts), runManifest(changedData))
    expect(mismatches.map(({ name }) => name)).toEqual(['testset_revision', 'testcases_hash', 'hash'])
    expect(mismatches[0]).toEqual({ name: 'testset_revision', expected: 'h', actual: 'x' })
  })
})
