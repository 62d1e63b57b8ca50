// Starts a run on the server, by names of records.
import type { Assay } from '../client.ts'
import type { SimpleEvaluation } from '../generated/schemas.ts'
import { requireRevision, type Kind } from './names.ts'

export interface NamedRun {
  readonly testset: string
  readonly applications: readonly string[]
  readonly evaluators: readonly string[]
  readonly repeats: number
  readonly name?: string | undefined
}

/** The revisions with these names, as steps of a run. */
async function stepsOf(
  assay: Assay,
  { kind, names }: { readonly kind: Kind; readonly names: readonly string[] },
): Promise<Readonly<Record<string, 'auto'>>> {
  const revisions = await Promise.all(names.map((name) => requireRevision(assay, { kind, text: name })))
  return Object.fromEntries(revisions.map(({ id }) => [id, 'auto']))
}

export async function startRun(assay: Assay, run: NamedRun): Promise<SimpleEvaluation | undefined> {
  const { testset, applications, evaluators, repeats, name } = run
  const { evaluation } = await assay.simpleEvaluations.create({
    evaluation: {
      ...(name === undefined ? {} : { name }),
      data: {
        testset_steps: await stepsOf(assay, { kind: 'testset', names: [testset] }),
        application_steps: await stepsOf(assay, { kind: 'application', names: applications }),
        evaluator_steps: await stepsOf(assay, { kind: 'evaluator', names: evaluators }),
        repeats,
      },
    },
  })
  return evaluation
}
