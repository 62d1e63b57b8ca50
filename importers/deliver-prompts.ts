// Writes versions of prompts as revisions of an application, in order, each once, and labels as environments.
import { findRevision } from '../sdk/shared/names.ts'
import { AssayError, type Assay } from '../sdk/client.ts'
import { slugOf, type ImportedPrompt } from './importer.ts'
import { isRecord } from './reading/record.ts'

const byVersion = (a: ImportedPrompt, b: ImportedPrompt): number =>
  a.version.localeCompare(b.version, 'en', { numeric: true })

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
    const existing = this.#prompts.get(prompt.slug)
    if (existing === undefined) this.#prompts.set(prompt.slug, [prompt])
    else existing.push(prompt)
  }

  async finish(): Promise<{ readonly revisions: number; readonly deployments: number }> {
    let [revisions, deployments] = [0, 0]
    for (const [slug, versions] of this.#prompts) {
      const variantId = await this.#variant(slug)
      const existing = await this.#known(variantId)
      for (const prompt of versions.toSorted(byVersion)) {
        const before = existing.get(prompt.version)
        const id = before ?? (await this.#commit(variantId, prompt))
        if (before === undefined) revisions += 1
        for (const label of prompt.labels) if (await this.#deploy(slug, id, label)) deployments += 1
      }
    }
    return { revisions, deployments }
  }

  /** The default variant of the application, which gets the versions. Missing records are created, also after an interrupted import. */
  async #variant(slug: string): Promise<string> {
    const application_refs = [{ slug }]
    const { application_variants: variants } = await this.#assay.applications.queryVariants({
      application_refs,
      windowing: { limit: 1, order: 'ascending' },
    })
    const existing = variants[0]?.id
    if (existing !== undefined) return existing
    const { applications } = await this.#assay.applications.query({ application_refs })
    const id =
      applications[0]?.id ??
      (await this.#assay.applications.create({ application: { slug, name: slug } })).application?.id
    // Create application and variant without a revision, so that the first revision is the first imported version.
    const { application_variant: variant } = await this.#assay.applications.createVariant({
      application_variant: { application_id: id ?? null },
    })
    if (variant === undefined) throw new Error(`no variant of '${slug}' was made`)
    return variant.id
  }

  /** Revisions by the version that they were imported from. */
  async #known(variantId: string): Promise<ReadonlyMap<string, string>> {
    const { application_revisions: revisions } = await this.#assay.applications.log({
      application_revisions: { application_variant_id: variantId },
    })
    return new Map(
      revisions.flatMap(({ id, meta }): readonly [string, string][] => {
        const imported = meta?.['import']
        const isOurs = isRecord(imported) && imported['source'] === this.#source
        return isOurs ? [[String(imported['version']), id]] : []
      }),
    )
  }

  async #commit(variantId: string, { version, data, message }: ImportedPrompt): Promise<string> {
    const { application_revision: made } = await this.#assay.applications.commit({
      application_revision: {
        application_variant_id: variantId,
        data,
        message: message ?? `Version ${version} of ${this.#source}`,
        meta: { import: { source: this.#source, version } },
      },
    })
    if (made === undefined) throw new Error('no revision was made')
    return made.id
  }

  /** Deploys a revision; returns whether the environment had another one before. */
  async #deploy(slug: string, revisionId: string, label: string): Promise<boolean> {
    const environment = slugOf(label)
    if ((await findRevision(this.#assay, { kind: 'environment', text: environment })) === undefined) {
      await this.#assay.simpleEnvironments.create({ environment: { slug: environment, name: label } })
    }
    if ((await this.#deployed(slug, environment)) === revisionId) return false
    await this.#assay.applications.deploy({
      application_revision_ref: { id: revisionId },
      environment_ref: { slug: environment },
      message: `Imported from ${this.#source}`,
    })
    return true
  }

  async #deployed(slug: string, environment: string): Promise<string | undefined> {
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
