// Call-scoped keys for programs that we call. With such a key a program can read revisions and testsets of
// the project and send spans of its call, but nothing else. The key is signed, not stored: creating one is
// free, and every process with the same secrets key can verify it. The process that issued it accepts it until
// the call ends, other processes until the time limit of the call.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { millisecondText, type Clock } from '../kernel/clock.ts'
import type { SecretsKeys } from './secret-box.ts'

/** The content of a call-scoped key. */
export interface CallScopedKey {
  readonly id: string
  readonly projectId: string
  /** The trace of the call. */
  readonly traceId: string
  readonly createdAt: string
  readonly expiresAt: string
}

export interface CallKeys {
  /** Runs `work` with the value of an Authorization header that is valid until `work` ends. */
  use<T>(
    call: { readonly projectId: string; readonly traceId: string },
    work: (authorization: string) => Promise<T>,
  ): Promise<T>
  /** The content of a key; undefined: it is no call-scoped key, or its call has ended. */
  read(secret: string): CallScopedKey | undefined
}

export interface CallKeyOptions {
  /** The keys that encrypt secrets; the signing keys are derived from them. */
  readonly secretsKeys: SecretsKeys
  readonly clock: Clock
  /** The time limit of a call. */
  readonly callMsMax: number
  readonly nowMs?: () => number
}

const keyPrefix = 'lent.'
/** Tolerance for clock differences between processes. */
const graceMs = 5_000

interface SignedContent {
  readonly id: string
  readonly project: string
  readonly trace: string
  readonly from: number
  readonly until: number
  /** The process that issued the key; it knows when the call ends. */
  readonly by: string
}

const signingKey = (secretsKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secretsKey, '', 'assay keys for calls', 32))

/** Encodes the content of keys with a signature, and verifies it. */
function createSigner(secretsKeys: SecretsKeys) {
  const key = signingKey(secretsKeys.current)
  // A process that has not restarted since the rotation signs with the former key.
  const verificationKeys = secretsKeys.former === undefined ? [key] : [key, signingKey(secretsKeys.former)]
  const signature = (text: string, by = key): Buffer => createHmac('sha256', by).update(text).digest()
  return {
    encode: (content: SignedContent): string => {
      const text = Buffer.from(JSON.stringify(content)).toString('base64url')
      return `${keyPrefix}${text}.${signature(text).toString('base64url')}`
    },
    verify: (secret: string): SignedContent | undefined => {
      if (!secret.startsWith(keyPrefix)) return undefined
      const [text = '', signatureText = ''] = secret.slice(keyPrefix.length).split('.')
      const receivedSignature = Buffer.from(signatureText, 'base64url')
      const isSigned = verificationKeys.some((candidate) => {
        const expected = signature(text, candidate)
        return receivedSignature.length === expected.length && timingSafeEqual(receivedSignature, expected)
      })
      return isSigned ? JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) : undefined
    },
  }
}

export function createCallKeys({
  secretsKeys,
  clock,
  callMsMax,
  nowMs = Date.now,
}: CallKeyOptions): CallKeys {
  const { encode, verify } = createSigner(secretsKeys)
  const issuer = clock.id()
  const activeCalls = new Set<string>()

  return {
    async use({ projectId, traceId }, work) {
      const id = clock.id()
      const from = nowMs()
      const until = from + callMsMax + graceMs
      activeCalls.add(id)
      try {
        return await work(
          `ApiKey ${encode({ id, project: projectId, trace: traceId, from, until, by: issuer })}`,
        )
      } finally {
        activeCalls.delete(id)
      }
    },
    read(secret) {
      const content = verify(secret)
      if (content === undefined || content.until <= nowMs()) return undefined
      if (content.by === issuer && !activeCalls.has(content.id)) return undefined
      return {
        id: content.id,
        projectId: content.project,
        traceId: content.trace,
        createdAt: millisecondText(content.from),
        expiresAt: millisecondText(content.until),
      }
    },
  }
}
