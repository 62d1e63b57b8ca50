// The steps of a simple evaluation and the columns they fill, built from the chosen revisions.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import type { References } from '../../programs/references.ts'
import {
  allInputs,
  allInvocations,
  type Mapping,
  type Origin,
  type RunData,
  type Step,
} from '../plan/steps.ts'

/** A revision with the complete references that a step stores: artifact, variant, revision. */
export interface ChosenRevision {
  readonly slug: string
  readonly origin: Origin
  readonly references: References
  /** Columns of a testset revision, in order. */
  readonly columns?: readonly string[]
  /** The outputs schema of an evaluator revision. */
  readonly outputs?: JsonObject | undefined
}

export interface ChosenRevisions {
  readonly queries: readonly ChosenRevision[]
  readonly testsets: readonly ChosenRevision[]
  readonly applications: readonly ChosenRevision[]
  readonly evaluators: readonly ChosenRevision[]
}

const inputStep = (kind: 'query' | 'testset', chosen: ChosenRevision): Step => ({
  key: `${kind}-${chosen.slug}`,
  type: 'input',
  origin: chosen.origin,
  references: chosen.references,
})

const applicationStep = (chosen: ChosenRevision): Step => ({
  key: `application-${chosen.slug}`,
  type: 'invocation',
  origin: chosen.origin,
  references: chosen.references,
  inputs: [{ key: allInputs }],
})

const evaluatorStep = (
  chosen: ChosenRevision,
  { key, inputs }: { readonly key: string; readonly inputs: readonly string[] },
): Step => ({
  key,
  type: 'annotation',
  origin: chosen.origin,
  references: chosen.references,
  inputs: inputs.map((name) => ({ key: name })),
  ...(chosen.outputs === undefined ? {} : { schemas: { outputs: chosen.outputs } }),
})

/** One step, or one per application if there are several: a result belongs to one step. */
function evaluatorSteps(chosen: ChosenRevision, applications: readonly Step[]): readonly Step[] {
  const key = `evaluator-${chosen.slug}`
  if (applications.length === 0) return [evaluatorStep(chosen, { key, inputs: [allInputs] })]
  if (applications.length === 1) return [evaluatorStep(chosen, { key, inputs: [allInvocations, allInputs] })]
  return applications.map((application) =>
    evaluatorStep(chosen, { key: `${key}.${application.key}`, inputs: [application.key, allInputs] }),
  )
}

/** Dot paths of the leaves in an outputs schema. */
export function schemaLeaves(schema: Json | undefined, path: readonly string[] = []): readonly string[] {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined
  if (!isJsonObject(properties) || Object.keys(properties).length === 0 || path.length > 10) {
    return path.length === 0 ? [] : [path.join('.')]
  }
  return Object.entries(properties).flatMap(([name, below]) => schemaLeaves(below, [...path, name]))
}

const mapping = (
  kind: string,
  { name, key, path }: { readonly name: string; readonly key: string; readonly path: string },
): Mapping => ({
  column: { kind, name },
  step: { key, path },
})

const outputsPath = 'attributes.ag.data.outputs'

function mappingsOf(
  chosen: ChosenRevisions,
  evaluators: readonly (readonly [ChosenRevision, readonly Step[]])[],
): readonly Mapping[] {
  return [
    ...chosen.testsets.flatMap(({ slug, columns = [] }) =>
      columns.map((column) =>
        mapping('testset', { name: column, key: `testset-${slug}`, path: `data.${column}` }),
      ),
    ),
    ...chosen.queries.map(({ slug }) =>
      mapping('query', { name: 'data', key: `query-${slug}`, path: 'attributes.ag.data' }),
    ),
    ...chosen.applications.map(({ slug }) =>
      mapping('invocation', { name: 'outputs', key: `application-${slug}`, path: outputsPath }),
    ),
    ...evaluators.flatMap(([{ outputs }, steps]) =>
      steps.flatMap(({ key }) =>
        schemaLeaves(outputs).map((leaf) =>
          mapping('annotation', { name: leaf, key, path: `${outputsPath}.${leaf}` }),
        ),
      ),
    ),
  ]
}

type Selection = Readonly<Record<keyof ChosenRevisions, object>>

/** The number of steps of the run: with several applications, each evaluator has one step per application. */
export function stepCount(chosen: Selection): number {
  const count = (group: keyof ChosenRevisions): number => Object.keys(chosen[group]).length
  const applications = count('applications')
  return count('queries') + count('testsets') + applications + count('evaluators') * Math.max(applications, 1)
}

/** The run data of a simple evaluation. */
export function simpleRunData(chosen: ChosenRevisions, repeats: number): RunData {
  const applications = chosen.applications.map(applicationStep)
  const evaluators = chosen.evaluators.map((one) => [one, evaluatorSteps(one, applications)] as const)
  return {
    steps: [
      ...chosen.queries.map((one) => inputStep('query', one)),
      ...chosen.testsets.map((one) => inputStep('testset', one)),
      ...applications,
      ...evaluators.flatMap(([, steps]) => steps),
    ],
    repeats,
    mappings: mappingsOf(chosen, evaluators),
  }
}
