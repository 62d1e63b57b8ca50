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
import { outputsPath } from '../statistics/metrics.ts'

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

const inputStep = (kind: 'query' | 'testset', revision: ChosenRevision): Step => ({
  key: `${kind}-${revision.slug}`,
  type: 'input',
  origin: revision.origin,
  references: revision.references,
})

const applicationStep = (revision: ChosenRevision): Step => ({
  key: `application-${revision.slug}`,
  type: 'invocation',
  origin: revision.origin,
  references: revision.references,
  inputs: [{ key: allInputs }],
})

const evaluatorStep = (
  revision: ChosenRevision,
  { key, inputs }: { readonly key: string; readonly inputs: readonly string[] },
): Step => ({
  key,
  type: 'annotation',
  origin: revision.origin,
  references: revision.references,
  inputs: inputs.map((name) => ({ key: name })),
  ...(revision.outputs === undefined ? {} : { schemas: { outputs: revision.outputs } }),
})

/** One step, or one per application if there are several: a result belongs to one step. */
function evaluatorSteps(revision: ChosenRevision, applications: readonly Step[]): readonly Step[] {
  const key = `evaluator-${revision.slug}`
  if (applications.length === 0) return [evaluatorStep(revision, { key, inputs: [allInputs] })]
  if (applications.length === 1)
    return [evaluatorStep(revision, { key, inputs: [allInvocations, allInputs] })]
  return applications.map((application) =>
    evaluatorStep(revision, { key: `${key}.${application.key}`, inputs: [application.key, allInputs] }),
  )
}

/** Dot paths of the leaves in an outputs schema. */
export function schemaLeaves(schema: Json | undefined, path: readonly string[] = []): readonly string[] {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined
  if (!isJsonObject(properties) || Object.keys(properties).length === 0 || path.length > 10) {
    return path.length === 0 ? [] : [path.join('.')]
  }
  return Object.entries(properties).flatMap(([name, property]) => schemaLeaves(property, [...path, name]))
}

const mapping = (
  kind: string,
  { name, key, path }: { readonly name: string; readonly key: string; readonly path: string },
): Mapping => ({
  column: { kind, name },
  step: { key, path },
})

function mappingsOf(
  revisions: ChosenRevisions,
  evaluators: readonly (readonly [ChosenRevision, readonly Step[]])[],
): readonly Mapping[] {
  return [
    ...revisions.testsets.flatMap(({ slug, columns = [] }) =>
      columns.map((column) =>
        mapping('testset', { name: column, key: `testset-${slug}`, path: `data.${column}` }),
      ),
    ),
    ...revisions.queries.map(({ slug }) =>
      mapping('query', { name: 'data', key: `query-${slug}`, path: 'attributes.ag.data' }),
    ),
    ...revisions.applications.map(({ slug }) =>
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
export function stepCount(selection: Selection): number {
  const count = (group: keyof ChosenRevisions): number => Object.keys(selection[group]).length
  const applications = count('applications')
  return count('queries') + count('testsets') + applications + count('evaluators') * Math.max(applications, 1)
}

/** The run data of a simple evaluation. */
export function simpleRunData(revisions: ChosenRevisions, repeats: number): RunData {
  const applications = revisions.applications.map(applicationStep)
  const evaluators = revisions.evaluators.map(
    (evaluator) => [evaluator, evaluatorSteps(evaluator, applications)] as const,
  )
  return {
    steps: [
      ...revisions.queries.map((query) => inputStep('query', query)),
      ...revisions.testsets.map((testset) => inputStep('testset', testset)),
      ...applications,
      ...evaluators.flatMap(([, steps]) => steps),
    ],
    repeats,
    mappings: mappingsOf(revisions, evaluators),
  }
}
