// Simple evaluations: runs described by revisions instead of steps. This folder builds on ../records.
// chosen-revisions.ts resolves the revisions, simple-steps.ts builds the steps, slices.ts works on parts of a run, and
// refresh.ts computes metrics. Start here.
import type { EvaluationRun, Flags } from '../../storage/contract/contract.ts'
import { simpleRunData, stepCount } from './simple-steps.ts'
import type { Status } from '../plan/status.ts'
import { graphProblem, type Origin, type Step } from '../plan/steps.ts'
import {
  resolveRevisions,
  refuseLiveAnnotations,
  type Choice,
  type ChoiceLocs,
  type Choices,
} from './chosen-revisions.ts'
import { namedSteps, throwFieldErrors, stepErrors } from '../records/ownership.ts'
import { pinSteps, refuseManySteps } from '../records/steps/pinned-steps.ts'
import {
  inTransaction,
  requireRecord,
  unprocessable,
  type TransactionContext,
  type OperationContext,
} from '../records/engine.ts'
import { runData, type Concurrency, type StoredRunData } from '../records/run-data.ts'
import { lockOpenRuns } from '../records/run-state.ts'
import { editRun, insertRun, startRun, stopRun, type NewRun, type RunEdit } from '../records/runs.ts'
import { ownMember } from '../../kernel/own.ts'

/** Ids of revisions with their origins. An absent group is empty, or unchanged by an edit. */
export interface SimpleData extends Partial<Choices> {
  readonly status?: Status | undefined
  readonly repeats?: number | undefined
  readonly concurrency?: Concurrency | undefined
}

export interface NewSimpleEvaluation extends Omit<NewRun, 'data' | 'status'> {
  readonly data: SimpleData
}

export interface SimpleEvaluationEdit extends Omit<RunEdit, 'data' | 'status'> {
  readonly data?: SimpleData | undefined
}

const referenceNames: Readonly<Record<keyof Choices, readonly string[]>> = {
  queries: ['query_revision'],
  testsets: ['testset_revision'],
  applications: ['application_revision', 'workflow_revision'],
  evaluators: ['evaluator_revision'],
}

const typeOf: Readonly<Record<keyof Choices, Step['type']>> = {
  queries: 'input',
  testsets: 'input',
  applications: 'invocation',
  evaluators: 'annotation',
}

/** The revisions of a run's steps; several steps of one evaluator are one choice. */
export function choicesOf(run: Pick<EvaluationRun, 'data'>): Choices {
  const { steps } = runData(run)
  const choice = (group: keyof Choices): Choice =>
    Object.fromEntries(
      steps.flatMap((step): readonly (readonly [string, Origin])[] => {
        if (step.type !== typeOf[group]) return []
        const name = referenceNames[group].find(
          (reference) => ownMember(step.references, reference)?.id !== undefined,
        )
        const id = name === undefined ? undefined : ownMember(step.references, name)?.id
        return id === undefined ? [] : [[id, step.origin]]
      }),
    )
  return {
    queries: choice('queries'),
    testsets: choice('testsets'),
    applications: choice('applications'),
    evaluators: choice('evaluators'),
  }
}

/** The location of an evaluation's data in the request. */
const dataLoc = ['body', 'evaluation', 'data']
const locs: ChoiceLocs = {
  queries: [...dataLoc, 'query_steps'],
  testsets: [...dataLoc, 'testset_steps'],
  applications: [...dataLoc, 'application_steps'],
  evaluators: [...dataLoc, 'evaluator_steps'],
}

const noChoices: Choices = { queries: {}, testsets: {}, applications: {}, evaluators: {} }

/** The data of the run: `data` merged over the previous choices. */
async function buildRunData(
  context: OperationContext,
  input: { readonly data: SimpleData; readonly isLive: boolean; readonly before?: EvaluationRun },
): Promise<StoredRunData> {
  const { data, isLive, before } = input
  const previous = before === undefined ? noChoices : choicesOf(before)
  const choices: Choices = {
    queries: data.queries ?? previous.queries,
    testsets: data.testsets ?? previous.testsets,
    applications: data.applications ?? previous.applications,
    evaluators: data.evaluators ?? previous.evaluators,
  }
  const storedData = before && runData(before)
  const repeats = data.repeats ?? storedData?.repeats ?? 1
  refuseManySteps(stepCount(choices), dataLoc)
  const runPlan = simpleRunData(await resolveRevisions(context, { choices, locs }), repeats)
  // A run without steps is executed by its client; the server can execute only steps.
  const mayBeEmpty = !isLive && (before === undefined || before.executor === 'client')
  const problem = runPlan.steps.length === 0 && mayBeEmpty ? undefined : graphProblem(runPlan, isLive)
  if (problem !== undefined) throw unprocessable(problem, dataLoc)
  if (isLive) await refuseLiveAnnotations(context, { choice: choices.queries, loc: locs.queries })
  const concurrency = data.concurrency ?? storedData?.concurrency
  return { ...runPlan, ...(concurrency === undefined ? {} : { concurrency }) }
}

/**
 * Creates and starts an evaluation. The client executes it if the status is `running` or if there are no steps, in
 * which case the server has nothing to execute.
 */
export async function createSimpleEvaluation(
  context: OperationContext,
  input: NewSimpleEvaluation,
): Promise<EvaluationRun> {
  const isLive = input.flags?.['is_live'] === true
  const data = await buildRunData(context, { data: input.data, isLive })
  const flags: Flags = { ...input.flags, is_active: false, is_closed: false }
  const { status } = input.data
  return inTransaction(context, async (txContext) => {
    if (status !== 'running' && data.steps.length > 0) {
      return startRun(
        txContext,
        await insertRun(txContext, { input: { ...input, flags, data }, executor: 'server' }),
      )
    }
    const isActive = status === 'running'
    return insertRun(txContext, {
      input: { ...input, flags: { ...flags, is_active: isActive }, data, status },
      executor: 'client',
    })
  })
}

const hasChoices = (data: SimpleData): boolean =>
  [data.queries, data.testsets, data.applications, data.evaluators].some((choice) => choice !== undefined)

/** Edits header fields, the status, and groups of revisions; omitted groups stay. */
export async function editSimpleEvaluation(
  context: OperationContext,
  { id, data, ...edit }: SimpleEvaluationEdit,
): Promise<EvaluationRun> {
  return inTransaction(context, async (txContext) => {
    const run = requireRecord(await lockOpenRuns(txContext, [id]), id)
    const isLive = edit.flags?.['is_live'] ?? run.flags['is_live'] ?? false
    const newData = data === undefined ? undefined : await editedData(txContext, { run, data, isLive })
    return editRun(txContext, {
      before: run,
      edit: {
        ...edit,
        ...(data?.status === undefined ? {} : { status: data.status }),
        ...(newData === undefined ? {} : { data: newData }),
      },
    })
  })
}

/** The data of a locked run after an edit; undefined when it stays. */
async function editedData(
  { engine, scope, tx }: TransactionContext,
  { run, data, isLive }: { readonly run: EvaluationRun; readonly data: SimpleData; readonly isLive: boolean },
): Promise<StoredRunData | undefined> {
  if (!hasChoices(data)) return dataWithSettings(run, data)
  // Reads on another connection could wait for this transaction.
  const txScope = { ...scope, store: { ...scope.store, read: tx } }
  return buildRunData({ engine, scope: txScope }, { data, isLive, before: run })
}

/** The current steps with new repeats and concurrency; undefined when neither is given. */
function dataWithSettings(run: EvaluationRun, data: SimpleData): StoredRunData | undefined {
  if (data.repeats === undefined && data.concurrency === undefined) return undefined
  const before = runData(run)
  const concurrency = data.concurrency ?? before.concurrency
  return {
    ...before,
    repeats: data.repeats ?? before.repeats,
    ...(concurrency === undefined ? {} : { concurrency }),
  }
}

const withOpenRun = (
  context: OperationContext,
  {
    id,
    work,
  }: {
    readonly id: string
    readonly work: (txContext: TransactionContext, run: EvaluationRun) => Promise<EvaluationRun>
  },
): Promise<EvaluationRun> =>
  inTransaction(context, async (txContext) =>
    work(txContext, requireRecord(await lockOpenRuns(txContext, [id]), id)),
  )

export const startEvaluation = (context: OperationContext, id: string): Promise<EvaluationRun> =>
  withOpenRun(context, { id, work: startRun })

export const stopEvaluation = (context: OperationContext, id: string): Promise<EvaluationRun> =>
  withOpenRun(context, { id, work: stopRun })

/** Adds steps; a key that the run already has is refused. */
export async function addSteps(
  context: OperationContext,
  { id, newSteps }: { readonly id: string; readonly newSteps: readonly Step[] },
): Promise<EvaluationRun> {
  refuseManySteps(newSteps.length, ['body', 'steps'])
  const steps = await pinSteps(context.scope, newSteps)
  return withOpenRun(context, {
    id,
    work: (txContext, run) => {
      const data = runData(run)
      const existingKeys = new Set(data.steps.map(({ key }) => key))
      throwFieldErrors(
        steps.map(({ key }, i) => {
          const msg = `The run already has a step '${key}'.`
          return existingKeys.has(key)
            ? { type: 'value_error', loc: ['body', 'steps', i, 'key'], msg }
            : undefined
        }),
      )
      refuseManySteps(data.steps.length + steps.length, ['body', 'steps'])
      return editRun(txContext, {
        before: run,
        edit: { data: { ...data, steps: [...data.steps, ...steps] } },
      })
    },
  })
}

export const removeStepsByKey = (
  context: OperationContext,
  { id, keys }: { readonly id: string; readonly keys: readonly string[] },
): Promise<EvaluationRun> =>
  withOpenRun(context, {
    id,
    work: (txContext, run) => {
      const data = runData(run)
      throwFieldErrors(stepErrors(data, namedSteps(keys, ['body', 'step_keys'])))
      const removedKeys = new Set(keys)
      const mappings = data.mappings?.filter((mapping) => !removedKeys.has(mapping.step.key))
      return editRun(txContext, {
        before: run,
        edit: {
          data: {
            ...data,
            steps: data.steps.filter((step) => !removedKeys.has(step.key)),
            ...(mappings === undefined ? {} : { mappings }),
          },
        },
      })
    },
  })

export const setRepeats = (
  context: OperationContext,
  { id, repeats }: { readonly id: string; readonly repeats: number },
): Promise<EvaluationRun> =>
  withOpenRun(context, {
    id,
    work: (txContext, run) =>
      editRun(txContext, { before: run, edit: { data: { ...runData(run), repeats } } }),
  })
