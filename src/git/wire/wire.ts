// Git's smart HTTP protocol: v2 and v0 for fetches, v0 for pushes. Knows repositories, no HTTP and no records of Assay.
// May import pack/, objects/ and the kernel. Start here.
//   packets          pkt-lines and side bands
//   advertisement    refs and capabilities
//   fetch-request    parses requests of both versions
//   history          reads commits of a repository
//   shallow          the boundary of a shallow clone
//   selection        the objects that a client lacks
//   upload-pack      answers fetches
//   receive-pack     answers pushes
import type { Repository } from '../objects/repository.ts'
import { advertiseRefs, advertiseV2, type Service } from './advertisement.ts'
import { receivePack, type PushRequest } from './receive-pack.ts'
import { uploadPack } from './upload-pack.ts'

/** The header `Git-Protocol` decides the version; without it, and for pushes, it is v0. */
const isVersion2 = (header: string | undefined): boolean => header?.split(':').includes('version=2') ?? false

/** The answer to `info/refs`. */
export const advertise = (
  repository: Repository,
  { service, protocol }: { readonly service: Service; readonly protocol: string | undefined },
): Promise<Buffer> =>
  service === 'git-upload-pack' && isVersion2(protocol)
    ? Promise.resolve(advertiseV2())
    : advertiseRefs(repository, service)

/** The answer to `git-upload-pack`, as a stream: a consumer that pauses also pauses the reads. */
export const answerFetch = (
  repository: Repository,
  { body, protocol }: { readonly body: Buffer; readonly protocol: string | undefined },
): AsyncGenerator<Uint8Array, void> => uploadPack(repository, { body, isVersion2: isVersion2(protocol) })

const listCommand = 'command=ls-refs'
/** Each packet begins with four digits of length. */
const packetStart = 4

/** Whether a request to `git-upload-pack` asks for refs alone, and for no objects. */
export const listsRefs = ({
  body,
  protocol,
}: {
  readonly body: Buffer
  readonly protocol: string | undefined
}): boolean => isVersion2(protocol) && body.indexOf(listCommand) === packetStart

/** The answer to `git-receive-pack`. */
export const answerPush = (repository: Repository, request: PushRequest): Promise<Buffer> =>
  receivePack(repository, request)
