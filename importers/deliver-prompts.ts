// Writes versions of prompts as revisions of an application, in order, each once, and labels as environments.
import { findRevision } from '../sdk/shared/names.ts'
import { AssayError, type Assay } from '../sdk/client.ts'
import { slugOf, type ImportedPrompt } from './importer.ts'
import { isRecord } from './reading/record.ts'

/** A larger gap between versions is not filled. */
const fillersMax = 100

const byVersion = (a: ImportedPrompt, b: ImportedPrompt): number =>
  a.version.localeCompare(b.version, 'en', { numeric: true })

/** The revisions of a variant. */
interface ExistingRevisions {
  readonly variantId: string
  /** By the version that they were imported from. */
  readonly ids: ReadonlyMap<string, string>
  /** The number of the next revision. */
  nextNumber: number
}

export class PromptDelivery {
  readonly #assay: Assay
  readonly #source: string
  /** Prompts are few and short, so they are held in memory until all versions are read. */
  readonly #prompts = new Map<string, ImportedPrompt[]>()

  constructor(assay: Assay, source: string) {
    this.#assay = assay
    this.#source = source
  }

  async add(prompt: ImportedPrompt): Promise<void> {
    const existingPrompt = this.#prompts.get(prompt.slug)
    if (existingPrompt === undefined) this.#prompts.set(prompt.slug, [prompt])
    else existingPrompt.push(prompt)
  }

  async finish(): Promise<{ readonly revisions: number; readonly deployments: number }> {
    let [revisions, deployments] = [0, 0]
    for (const [slug, versions] of this.#prompts) {
      const variantId = await this.#requireVariant(slug, versions[0]?.name)
      const existing = await this.#existingRevisions(variantId)
      for (const prompt of versions.toSorted(byVersion)) {
        const existingId = existing.ids.get(prompt.version)
        if (existingId === undefined) {
          await this.#fillGap(existing, prompt.number)
          revisions += 1
          existing.nextNumber += 1
        }
        const id = existingId ?? (await this.#commit(variantId, prompt))
        for (const label of prompt.labels) if (await this.#deploy(slug, id, label)) deployments += 1
      }
    }
    return { revisions, deployments }
  }

  /** The default variant of the application, which gets the versions. Missing records are created, also after an interrupted import. */
  async #requireVariant(slug: string, name = slug): Promise<string> {
    const application_refs = [{ slug }]
    const { application_variants: variants } = await this.#assay.applications.queryVariants({
      application_refs,
      windowing: { limit: 1, order: 'ascending' },
    })
    const existingId = variants[0]?.id
    if (existingId !== undefined) return existingId
    const { applications } = await this.#assay.applications.query({ application_refs })
    const id =
      applications[0]?.id ??
      (await this.#assay.applications.create({ application: { slug, name } })).application?.id
    // Create application and variant without a revision, so that the first revision is the first imported version.
    const { application_variant: variant } = await this.#assay.applications.createVariant({
      application_variant: { application_id: id ?? null },
    })
    if (variant === undefined) throw new Error(`The server created no variant of '${slug}'.`)
    return variant.id
  }

  /**
   * Commits empty revisions until the next one has the given number. Revisions count from 0, versions of other tools from 1,
   * and an export may lack versions.
   */
  async #fillGap(existing: ExistingRevisions, number = 0): Promise<void> {
    if (number - existing.nextNumber > fillersMax) return
    for (; existing.nextNumber < number; existing.nextNumber += 1) {
      const message = `No version ${existing.nextNumber} in the files from ${this.#source}`
      await this.#assay.applications.commit({
        application_revision: { application_variant_id: existing.variantId, data: {}, message },
      })
    }
  }

  async #existingRevisions(variantId: string): Promise<ExistingRevisions> {
    const { application_revisions: revisions } = await this.#assay.applications.log({
      application_revisions: { application_variant_id: variantId },
    })
    const ids = new Map(
      revisions.flatMap(({ id, meta }): readonly [string, string][] => {
        const importMeta = meta?.['import']
        const isOurs = isRecord(importMeta) && importMeta['source'] === this.#source
        return isOurs ? [[String(importMeta['version']), id]] : []
      }),
    )
    return {
      variantId,
      ids,
      nextNumber: Math.max(-1, ...revisions.map(({ version }) => Number(version))) + 1,
    }
  }

  async #commit(variantId: string, { version, data, message, meta }: ImportedPrompt): Promise<string> {
    const { application_revision: revision } = await this.#assay.applications.commit({
      application_revision: {
        application_variant_id: variantId,
        data,
        message: message ?? `Version ${version} of ${this.#source}`,
        meta: {
          import: { source: this.#source, version, ...(meta === undefined ? {} : { fields: meta }) },
        },
      },
    })
    if (revision === undefined) throw new Error('The server created no revision.')
    return revision.id
  }

  /** Deploys a revision; returns whether the environment had another one before. */
  async #deploy(slug: string, revisionId: string, label: string): Promise<boolean> {
    const environment = slugOf(label)
    if ((await findRevision(this.#assay, { kind: 'environment', text: environment })) === undefined) {
      await this.#assay.simpleEnvironments.create({ environment: { slug: environment, name: label } })
    }
    if ((await this.#deployedRevisionId(slug, environment)) === revisionId) return false
    await this.#assay.applications.deploy({
      application_revision_ref: { id: revisionId },
      environment_ref: { slug: environment },
      message: `Imported from ${this.#source}`,
    })
    return true
  }

  async #deployedRevisionId(slug: string, environment: string): Promise<string | undefined> {
    try {
      const { application_revision: revision } = await this.#assay.applications.retrieve({
        application_ref: { slug },
        environment_ref: { slug: environment },
      })
      return revision?.id
    } catch (error) {
      if (error instanceof AssayError && error.code === 'not_deployed') return undefined
      throw error
    }
  }
}
