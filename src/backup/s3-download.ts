// Downloads an object of S3-compatible storage. After a broken connection the download continues with the next byte.
import { BackupError } from './archive.ts'
import { attemptsMax, backoff, causeOf, type S3Client } from './s3-client.ts'

/**
 * The bytes of an object. Fails after several broken connections in a row without a new byte. The caller compares the
 * checksum of all bytes.
 */
export async function* download(s3: S3Client, key: string): AsyncGenerator<Uint8Array> {
  let receivedBytes = 0
  let failures = 0
  let version: string | null = null
  for (;;) {
    const range =
      receivedBytes === 0 ? {} : { headers: { Range: `bytes=${receivedBytes}-` }, acceptedStatuses: [416] }
    const { status, headers, body } = await s3({ method: 'GET', key, ...range })
    // The connection broke after the last byte.
    if (status === 416) return body?.cancel()
    version ??= headers.get('etag')
    if (version !== headers.get('etag')) {
      throw new BackupError(`${key} was replaced while it was downloaded. Try again.`)
    }
    // Storage without ranges answers 200 and sends the object from its first byte.
    let position = status === 206 ? receivedBytes : 0
    try {
      for await (const chunk of body ?? []) {
        const bytes = chunk.subarray(Math.max(0, receivedBytes - position))
        position += chunk.length
        if (bytes.length === 0) continue
        receivedBytes += bytes.length
        failures = 0
        yield bytes
      }
      return
    } catch (error) {
      failures += 1
      if (failures === attemptsMax) {
        throw new BackupError(`The download of ${key} broke off ${failures} times: ${causeOf(error)}`)
      }
    }
    await backoff(failures)
  }
}
