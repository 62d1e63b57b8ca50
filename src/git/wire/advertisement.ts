// The refs and capabilities that a client receives first: the list of v0, the capabilities of v2, and `ls-refs`.
import { tagTarget } from '../objects/commit.ts'
import type { ObjectId } from '../objects/objects.ts'
import type { Repository } from '../objects/repository.ts'
import { flushPacket, line } from './packets.ts'

export type Service = 'git-upload-pack' | 'git-receive-pack'

export const zeroId = '0'.repeat(40)
const agent = 'agent=assay'
const format = 'object-format=sha1'

const fetchCapabilities = [
  'multi_ack_detailed no-done thin-pack side-band-64k ofs-delta include-tag no-progress filter',
  'shallow deepen-since deepen-not deepen-relative allow-tip-sha1-in-want allow-reachable-sha1-in-want',
].join(' ')
const pushCapabilities =
  'report-status report-status-v2 delete-refs side-band-64k quiet atomic ofs-delta push-options'

const tagDepthMax = 10

/** The object behind a chain of annotated tags; undefined when `id` is no tag. */
async function peel(repository: Repository, id: ObjectId): Promise<ObjectId | undefined> {
  let peeledId: ObjectId | undefined
  let next = id
  for (let depth = 0; depth < tagDepthMax; depth += 1) {
    const object = await repository.read(next)
    if (object?.type !== 'tag') return peeledId
    peeledId = tagTarget(object.bytes)
    next = peeledId
  }
  return undefined
}

interface RefLine {
  readonly name: string
  readonly id: ObjectId
  readonly peeledId?: ObjectId | undefined
}

/** HEAD if it exists, then all refs with their peeled tags. */
async function refLines(repository: Repository): Promise<{ lines: readonly RefLine[]; head?: string }> {
  const { refs, head } = await repository.refs()
  const target = refs.find(({ name }) => name === head)
  const lines: RefLine[] = target === undefined ? [] : [{ name: 'HEAD', id: target.id }]
  for (const { name, id } of refs) {
    const peeledId = name.startsWith('refs/tags/') ? await peel(repository, id) : undefined
    lines.push({ name, id, peeledId })
  }
  return { lines, ...(head === undefined ? {} : { head }) }
}

/** The list of v0: the first ref carries the capabilities. */
export async function advertiseRefs(repository: Repository, service: Service): Promise<Buffer> {
  const { lines, head } = await refLines(repository)
  const isFetch = service === 'git-upload-pack'
  const symref = isFetch && lines[0]?.name === 'HEAD' ? ` symref=HEAD:${head}` : ''
  // `locate` finds objects quickly by their path. Bases that a thin pack omits come without a path, so thin packs are
  // refused.
  const thinCapability = !isFetch && repository.locate !== undefined ? ' no-thin' : ''
  const capabilities = `${isFetch ? fetchCapabilities : pushCapabilities}${symref}${thinCapability} ${format} ${agent}`
  const texts = lines
    .filter(({ name }) => isFetch || name !== 'HEAD')
    .flatMap(({ name, id, peeledId }) =>
      isFetch && peeledId !== undefined ? [`${id} ${name}`, `${peeledId} ${name}^{}`] : [`${id} ${name}`],
    )
  const [firstText = `${zeroId} capabilities^{}`, ...otherTexts] = texts
  return Buffer.concat([
    line(`# service=${service}`),
    flushPacket,
    line(`${firstText}\0${capabilities}`),
    ...otherTexts.map(line),
    flushPacket,
  ])
}

export const advertiseV2 = (): Buffer =>
  Buffer.concat([
    ...['version 2', agent, 'ls-refs=unborn', 'fetch=shallow wait-for-done filter', format].map(line),
    flushPacket,
  ])

/** The command `ls-refs` of v2. */
export async function listRefs(repository: Repository, args: readonly string[]): Promise<Buffer> {
  const { lines, head } = await refLines(repository)
  const prefixes = args.flatMap((arg) => (arg.startsWith('ref-prefix ') ? [arg.slice(11)] : []))
  const isRequested = (name: string): boolean =>
    prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix))
  const target = args.includes('symrefs') ? ` symref-target:${head}` : ''
  const texts = lines
    .filter(({ name }) => isRequested(name))
    .map(({ name, id, peeledId }) => {
      const tag = args.includes('peel') && peeledId !== undefined ? ` peeled:${peeledId}` : ''
      return `${id} ${name}${name === 'HEAD' ? target : ''}${tag}`
    })
  const isUnborn = head !== undefined && lines[0]?.name !== 'HEAD'
  const unbornLines =
    isUnborn && args.includes('unborn') && isRequested('HEAD') ? [`unborn HEAD${target}`] : []
  return Buffer.concat([...unbornLines, ...texts].map(line).concat(flushPacket))
}
