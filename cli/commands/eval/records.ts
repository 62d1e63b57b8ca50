// Writes the records of a file: a variant of each prompt's application for each provider, evaluators and the testset.
// Equal content creates no new revision, so a file can be run repeatedly.
import type { Assay } from '../../../sdk/client.ts'
import type { ImportedEvaluator, ImportedPrompt } from '../../../importers/importer.ts'
import { TestsetDelivery } from '../../../importers/deliver-testsets.ts'
import { isRecord } from '../../../importers/reading/record.ts'
import { findRevision, requireRevision, type Revision } from '../../../sdk/shared/names.ts'
import { Refusal } from '../../command.ts'
import { diskSpool } from '../../imports/spool.ts'
import type { EvalConfig, Provider } from './config.ts'

const message = 'From assay eval'

/** The data of a prompt for the model of a provider. */
function dataOf({ data }: ImportedPrompt, { llmConfig }: Provider) {
  const parameters = isRecord(data['parameters']) ? data['parameters'] : {}
  const prompt = isRecord(parameters['prompt']) ? parameters['prompt'] : {}
  return {
    ...data,
    uri: 'completion',
    parameters: { ...parameters, prompt: { ...prompt, llm_config: llmConfig } },
  }
}

/** The variant with this slug, which is unique in the project. */
async function variantId(
  assay: Assay,
  { application, slug }: { readonly application: string; readonly slug: string },
): Promise<string> {
  const application_refs = [{ slug: application }]
  const { application_variants: variants } = await assay.applications.queryVariants({
    application_refs,
    application_variant_refs: [{ slug }],
  })
  const existingId = variants.find((variant) => variant.slug === slug)?.id
  if (existingId !== undefined) return existingId
  const { applications } = await assay.applications.query({ application_refs })
  const id =
    applications[0]?.id ??
    (await assay.applications.create({ application: { slug: application, name: application } })).application
      ?.id
  const { application_variant: newVariant } = await assay.applications.createVariant({
    application_variant: { application_id: id ?? null, slug },
  })
  if (newVariant === undefined) throw new Refusal(`The server created no variant of ${application}.`)
  return newVariant.id
}

async function commitPrompt(
  assay: Assay,
  { prompt, provider }: { readonly prompt: ImportedPrompt; readonly provider: Provider },
): Promise<Revision> {
  const slug = `${prompt.slug}-${provider.name}`
  const { application_revision: revision } = await assay.applications.commit({
    application_revision: {
      variant_id: await variantId(assay, { application: prompt.slug, slug }),
      message,
      if_changed: true,
      data: dataOf(prompt, provider),
    },
  })
  if (revision === undefined) throw new Refusal(`The server created no revision of ${slug}.`)
  return revision
}

async function commitEvaluator(assay: Assay, { slug, data }: ImportedEvaluator): Promise<Revision> {
  const head = await findRevision(assay, { kind: 'evaluator', text: slug })
  if (head === undefined) {
    await assay.simpleEvaluators.create({ evaluator: { slug, data, message } })
  } else {
    await assay.evaluators.commit({
      evaluator_revision: { variant_id: head.variant_id, message, if_changed: true, data },
    })
  }
  return requireRevision(assay, { kind: 'evaluator', text: slug })
}

export interface EvalRecords {
  readonly testset: string
  readonly applications: readonly Revision[]
  readonly evaluators: readonly Revision[]
}

export async function writeRecords(assay: Assay, config: EvalConfig): Promise<EvalRecords> {
  const spool = diskSpool()
  try {
    const testsets = new TestsetDelivery(assay, { source: 'promptfoo', spool })
    for (const row of config.rows) await testsets.add(config.testset, row)
    await testsets.finish()
  } finally {
    spool.close()
  }
  const applications: Revision[] = []
  const evaluators: Revision[] = []
  for (const prompt of config.prompts) {
    for (const provider of config.providers)
      applications.push(await commitPrompt(assay, { prompt, provider }))
  }
  for (const evaluator of config.evaluators) evaluators.push(await commitEvaluator(assay, evaluator))
  return { testset: config.testset, applications, evaluators }
}
