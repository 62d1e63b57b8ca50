// Encryption of secrets with AES-256-GCM, and its keys. During a rotation there are two keys: the current key encrypts,
// both decrypt.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export interface SecretBox {
  seal(text: string, context: string): string
  /** Throws if no key decrypts the text. */
  open(ciphertext: string, context: string): string
  /** Whether the text is encrypted with the current key. */
  isCurrent(ciphertext: string, context: string): boolean
}

export interface SecretsKeys {
  readonly current: Buffer
  /** The key before the last rotation. */
  readonly former?: Buffer | undefined
}

const seal =
  (key: Buffer) =>
  (text: string, context: string): string => {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context))
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64')}`
  }

/** Decrypts a text; undefined: it was encrypted with another key, or changed. */
const openWith =
  (key: Buffer) =>
  (ciphertext: string, context: string): string | undefined => {
    const bytes = Buffer.from(ciphertext.replace(/^v1\./, ''), 'base64')
    try {
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([
        decipher.update(bytes.subarray(nonceBytes + tagBytes)),
        decipher.final(),
      ]).toString('utf8')
    } catch {
      return undefined
    }
  }

export function secretBox({ current, former }: SecretsKeys): SecretBox {
  const openCurrent = openWith(current)
  const openFormer = former === undefined ? () => undefined : openWith(former)
  return {
    seal: seal(current),
    open(ciphertext, context) {
      const text = openCurrent(ciphertext, context) ?? openFormer(ciphertext, context)
      if (text !== undefined) return text
      throw new Error('A secret cannot be decrypted: it was encrypted with another secrets key.')
    },
    isCurrent: (ciphertext, context) => openCurrent(ciphertext, context) !== undefined,
  }
}

/**
 * The keys from the settings, else from the data directory, where the current one is created on first use and readable
 * only by its owner. A key file that was renamed to `secrets.key.former` is the former key.
 */
export function secretsKeys(
  settings: { readonly secretsKey?: string | undefined; readonly secretsKeyFormer?: string | undefined },
  path: string,
): SecretsKeys {
  const current = keyOf(settings.secretsKey ?? storedKey(path))
  const formerPath = `${path}.former`
  const formerKey =
    settings.secretsKeyFormer ?? (existsSync(formerPath) ? readFileSync(formerPath, 'utf8') : undefined)
  return { current, former: formerKey === undefined ? undefined : keyOf(formerKey) }
}

const keyOf = (text: string): Buffer => Buffer.from(text.trim(), 'hex')

function storedKey(path: string): string {
  try {
    // `wx`: if several processes start at once, one creates the key and the others read it.
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(path, 'utf8')
}
