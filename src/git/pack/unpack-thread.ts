// The worker thread of unpack.ts. It reads bases of thin packs through the main thread.
import { answerFromThread } from '../../kernel/thread.ts'
import { reachedObjects } from './pushed-objects.ts'
import { readPack } from './read-pack.ts'
import type { PushedObject, UnpackWork } from './unpack.ts'

/** The main thread receives a message in one block. */
const blockBytes = 1024 * 1024
const blockObjects = 500

await answerFromThread<UnpackWork>(async ({ pack, tips, limits }, call) => {
  const pushedObjects = await readPack({
    pack: Buffer.from(pack.buffer, pack.byteOffset, pack.length),
    limits,
    readBase: (id) => call('base', id),
  })
  const { objects, externalLinks } = reachedObjects(pushedObjects, { tips, limits })
  let block: PushedObject[] = []
  let bytesInBlock = 0
  for (const [id, { type, bytes }] of objects) {
    // The content is copied: it may be a part of a larger buffer, and the message would contain all of that.
    block.push({ id, type, bytes: new Uint8Array(bytes) })
    bytesInBlock += bytes.length
    if (bytesInBlock < blockBytes && block.length < blockObjects) continue
    await call('objects', block)
    block = []
    bytesInBlock = 0
  }
  await call('objects', block)
  return externalLinks
})
