// Secrets of a project, such as provider keys, encrypted before they reach the store.
// Project and id are additional authenticated data, so a ciphertext moved to another row cannot be decrypted.
import { json } from '../kernel/validation.ts'
import { z } from 'zod'
import type { Clock } from '../kernel/clock.ts'
import { AssayError } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json/value.ts'
import type { Scope } from './scope.ts'
import type { SecretBox } from './secret-box.ts'
import type { RelationalStore, SealedSecret } from '../storage/contract/contract.ts'

export interface SecretBody {
  readonly kind: string
  readonly data: JsonObject
}

export interface Secret extends SecretBody {
  readonly id: string
  readonly slug: string
  readonly name: string | undefined
  readonly description: string | undefined
  readonly createdAt: string
  readonly updatedAt: string | undefined
}

export interface SecretHeader {
  readonly name?: string | undefined
  readonly description?: string | undefined
}

/** An edit of a header. Absent members stay unchanged; null clears the description. */
interface SecretHeaderEdit {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
}

const contextOf = (projectId: string, id: string): string => `${projectId}/${id}`

const notFound = (): AssayError => new AssayError('not_found', 'Secret not found.')

const customProvider = z.object({
  kind: z.string(),
  models: z.array(z.object({ slug: z.string() })).optional(),
})
const storedSecret = z.record(z.string(), json)

/** The server fills in `provider_slug` and `model_keys` of a custom provider. */
function completeData(slug: string, { kind, data }: SecretBody): JsonObject {
  if (kind !== 'custom_provider') return data
  const { kind: provider, models = [] } = customProvider.parse(data)
  return {
    ...data,
    provider_slug: slug,
    model_keys: models.map((model) => `${slug}/${provider}/${model.slug}`),
  }
}

export function createSecrets(clock: Clock, box: SecretBox) {
  const decrypt = (projectId: string, sealedSecret: SealedSecret): Secret => {
    const { sealed: text, ...header } = sealedSecret
    const data = storedSecret.parse(JSON.parse(box.open(text, contextOf(projectId, sealedSecret.id))))
    return { ...header, data: completeData(sealedSecret.slug, { kind: sealedSecret.kind, data }) }
  }
  const seal = (
    projectId: string,
    { id, data }: { readonly id: string; readonly data: JsonObject },
  ): string => box.seal(JSON.stringify(data), contextOf(projectId, id))

  return {
    async list(scope: Scope): Promise<readonly Secret[]> {
      const sealedSecrets = await scope.store.read.secrets(scope.projectId)
      return sealedSecrets.map((secret) => decrypt(scope.projectId, secret))
    },

    async fetch(scope: Scope, key: { readonly id?: string; readonly slug?: string }): Promise<Secret> {
      const sealedSecret = await scope.store.read.secret(scope.projectId, key)
      if (sealedSecret === undefined) throw notFound()
      return decrypt(scope.projectId, sealedSecret)
    },

    create: (
      scope: Scope,
      input: {
        readonly slug: string | undefined
        readonly header: SecretHeader
        readonly secret: SecretBody
      },
      slugFromName: (name: string) => string,
    ): Promise<Secret> =>
      scope.store.write(async (tx) => {
        const id = clock.id()
        const slugBase = slugFromName(input.header.name ?? '')
        const slug = input.slug ?? (slugBase === '' ? clock.hex(12) : `${slugBase}-${clock.hex(12)}`)
        const sealedSecret: SealedSecret = {
          id,
          slug,
          kind: input.secret.kind,
          name: input.header.name,
          description: input.header.description,
          sealed: seal(scope.projectId, { id, data: input.secret.data }),
          createdAt: clock.now(),
          updatedAt: undefined,
        }
        if (!(await tx.insertSecret(scope.projectId, sealedSecret))) {
          throw new AssayError('slug_conflict', {
            message: `A secret with slug '${slug}' already exists in this project.`,
            conflict: { slug },
          })
        }
        scope.recordResource('secret', id)
        return decrypt(scope.projectId, sealedSecret)
      }),

    /** Omitted members stay unchanged. */
    edit: (
      scope: Scope,
      id: string,
      input: {
        readonly header: SecretHeaderEdit | undefined
        readonly secret: SecretBody | undefined
      },
    ): Promise<Secret> =>
      scope.store.write(async (tx) => {
        scope.recordResource('secret', id)
        const current = await tx.secret(scope.projectId, { id })
        if (current === undefined) throw notFound()
        const description = input.header?.description
        const editedSecret: SealedSecret = {
          ...current,
          kind: input.secret?.kind ?? current.kind,
          name: input.header?.name ?? current.name,
          description: description === undefined ? current.description : (description ?? undefined),
          sealed:
            input.secret === undefined
              ? current.sealed
              : seal(scope.projectId, { id, data: input.secret.data }),
          updatedAt: clock.now(),
        }
        await tx.updateSecret(scope.projectId, editedSecret)
        return decrypt(scope.projectId, editedSecret)
      }),

    remove: (scope: Scope, id: string): Promise<void> =>
      scope.store.write(async (tx) => {
        scope.recordResource('secret', id)
        if (!(await tx.deleteSecret(scope.projectId, id))) throw notFound()
      }),
  }
}
export type Secrets = ReturnType<typeof createSecrets>

export interface ResealReport {
  /** Secrets that are now encrypted with the current key. */
  readonly resealed: number
  /** Secrets that no key decrypts. */
  readonly unreadable: number
  readonly total: number
}

/**
 * Encrypts the secrets of all projects with the current key. Safe to repeat, and while servers with both keys are
 * running.
 */
export async function resealSecrets(store: RelationalStore, box: SecretBox): Promise<ResealReport> {
  const report = { resealed: 0, unreadable: 0, total: 0 }
  for (const { id: projectId } of await store.read.projects({ includeArchived: true })) {
    for (const { id } of await store.read.secrets(projectId)) {
      report.total += 1
      const outcome = await resealSecret({ store, box }, { projectId, id })
      if (outcome !== 'current') report[outcome] += 1
    }
  }
  return report
}

async function resealSecret(
  { store, box }: { readonly store: RelationalStore; readonly box: SecretBox },
  { projectId, id }: { readonly projectId: string; readonly id: string },
): Promise<'current' | 'resealed' | 'unreadable'> {
  const context = contextOf(projectId, id)
  for (;;) {
    const secret = await store.read.secret(projectId, { id })
    if (secret === undefined || box.isCurrent(secret.sealed, context)) return 'current'
    let text: string
    try {
      text = box.open(secret.sealed, context)
    } catch {
      return 'unreadable'
    }
    const change = { id, from: secret.sealed, to: box.seal(text, context) }
    if (await store.write((tx) => tx.resealSecret(projectId, change))) return 'resealed'
    // Retry: the secret was edited concurrently.
  }
}
