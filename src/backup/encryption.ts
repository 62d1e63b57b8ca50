// Encryption of the files of a backup: AES-256-GCM with the nonce first and the tag last. Without a key the bytes are
// not changed.
import { createCipheriv, createDecipheriv, randomBytes, type DecipherGCM } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

type Step = (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>

export const encrypt = (key: Buffer | undefined): Step =>
  async function* (chunks) {
    if (key === undefined) return yield* chunks
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, key, nonce)
    yield nonce
    for await (const chunk of chunks) yield cipher.update(chunk)
    yield cipher.final()
    yield cipher.getAuthTag()
  }

/** Fails at the end if a byte was changed or the key is another one. */
export const decrypt = (key: Buffer | undefined): Step =>
  async function* (chunks) {
    if (key === undefined) return yield* chunks
    let decipher: DecipherGCM | undefined
    /** Bytes that are not decrypted yet, because they may belong to the nonce or to the tag. */
    let rest = Buffer.alloc(0)
    for await (const chunk of chunks) {
      rest = Buffer.concat([rest, chunk])
      if (decipher === undefined && rest.length >= nonceBytes) {
        decipher = createDecipheriv(algorithm, key, rest.subarray(0, nonceBytes))
        rest = rest.subarray(nonceBytes)
      }
      const length = rest.length - tagBytes
      if (decipher === undefined || length <= 0) continue
      yield decipher.update(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
    if (decipher === undefined || rest.length < tagBytes) throw new Error('the file is too short')
    yield decipher.setAuthTag(rest).final()
  }
