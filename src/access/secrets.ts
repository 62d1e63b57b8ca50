// Secrets of a project, such as provider keys, encrypted with AES-256-GCM before they reach the store.
// Project and id are additional authenticated data, so a ciphertext moved to another row cannot be decrypted.
import { json } from '../kernel/validation.ts'
import { z } from 'zod'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Clock } from '../kernel/clock.ts'
import { AssayError } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json/value.ts'
import type { Scope } from './scope.ts'
import type { SealedSecret } from '../storage/contract/contract.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export interface SecretBox {
  seal(text: string, context: string): string
  open(sealed: string, context: string): string
}

export function secretBox(key: Buffer): SecretBox {
  return {
    seal(text, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed.replace(/^v1\./, ''), 'base64')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([
        decipher.update(bytes.subarray(nonceBytes + tagBytes)),
        decipher.final(),
      ]).toString('utf8')
    },
  }
}

/**
 * The key from the settings, else from the data directory, where it is created on first use and readable only
 * by its owner.
 */
export function secretsKey(fromSettings: string | undefined, path: string): Buffer {
  if (fromSettings !== undefined) return Buffer.from(fromSettings, 'hex')
  try {
    // `wx`: if several processes start at once, one creates the key and the others read it.
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
}

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

/** Absent: unchanged. Null: cleared. */
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
  const opened = (projectId: string, sealed: SealedSecret): Secret => {
    const { sealed: text, ...header } = sealed
    const data = storedSecret.parse(JSON.parse(box.open(text, contextOf(projectId, sealed.id))))
    return { ...header, data: completeData(sealed.slug, { kind: sealed.kind, data }) }
  }
  const seal = (
    projectId: string,
    { id, data }: { readonly id: string; readonly data: JsonObject },
  ): string => box.seal(JSON.stringify(data), contextOf(projectId, id))

  return {
    async list(scope: Scope): Promise<readonly Secret[]> {
      const sealed = await scope.store.read.secrets(scope.projectId)
      return sealed.map((secret) => opened(scope.projectId, secret))
    },

    async fetch(scope: Scope, key: { readonly id?: string; readonly slug?: string }): Promise<Secret> {
      const sealed = await scope.store.read.secret(scope.projectId, key)
      if (sealed === undefined) throw notFound()
      return opened(scope.projectId, sealed)
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
        const sealed: SealedSecret = {
          id,
          slug,
          kind: input.secret.kind,
          name: input.header.name,
          description: input.header.description,
          sealed: seal(scope.projectId, { id, data: input.secret.data }),
          createdAt: clock.now(),
          updatedAt: undefined,
        }
        if (!(await tx.insertSecret(scope.projectId, sealed))) {
          throw new AssayError('slug_conflict', {
            message: `A secret with slug '${slug}' already exists in this project.`,
            conflict: { slug },
          })
        }
        scope.touched('secret', id)
        return opened(scope.projectId, sealed)
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
        scope.touched('secret', id)
        const current = await tx.secret(scope.projectId, { id })
        if (current === undefined) throw notFound()
        const description = input.header?.description
        const edited: SealedSecret = {
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
        await tx.updateSecret(scope.projectId, edited)
        return opened(scope.projectId, edited)
      }),

    remove: (scope: Scope, id: string): Promise<void> =>
      scope.store.write(async (tx) => {
        scope.touched('secret', id)
        if (!(await tx.deleteSecret(scope.projectId, id))) throw notFound()
      }),
  }
}
export type Secrets = ReturnType<typeof createSecrets>
