// Answers fetches: negotiation, the boundary of shallow clones, then the pack.
import { AssayError } from '../../kernel/errors.ts'
import { malformedError, type ObjectId } from '../objects/objects.ts'
import type { Repository } from '../objects/repository.ts'
import { writePack } from '../pack/write-pack.ts'
import { listRefs } from './advertisement.ts'
import { fetchPacketsMax, fetchRequest, linesOfV0, type FetchRequest } from './fetch-request.ts'
import { History } from './history.ts'
import { delimiterPacket, errorPacket, flushPacket, line, PacketReader, sideBand } from './packets.ts'
import { readSelected, selectObjects, type Fetch } from './selection.ts'
import { boundaryOf, changesDepth, type Boundary } from './shallow.ts'

type Answer = AsyncGenerator<Uint8Array, void>

/** The pack, in side bands if the client can read them. */
async function* packAnswer(
  history: History,
  { fetch, hasBands }: { readonly fetch: Fetch; readonly hasBands: boolean },
): Answer {
  let ids: ReadonlySet<ObjectId>
  try {
    ids = await selectObjects(history, fetch)
  } catch (error) {
    if (!(error instanceof AssayError) || !hasBands) throw error
    return yield* sideBand(3, `${error.message}\n`)
  }
  const pack = writePack(ids.size, readSelected(history, ids))
  if (!hasBands) return yield* pack
  if (!fetch.request.options.has('no-progress')) yield* sideBand(2, `Sending ${ids.size} objects.\n`)
  for await (const chunk of pack) yield* sideBand(1, chunk)
  yield flushPacket
}

/** The commits among the haves that the repository has. */
async function commonOf(history: History, { haves }: FetchRequest): Promise<readonly ObjectId[]> {
  const commonIds: ObjectId[] = []
  for (const id of haves) if ((await history.read(id)) !== undefined) commonIds.push(id)
  return commonIds
}

/** Whether more haves cannot make the pack much smaller: every want reaches a common commit. */
async function isReady(
  history: History,
  { request, commonIds }: Pick<Fetch, 'request' | 'commonIds'>,
): Promise<boolean> {
  const commonCommits = new Set(await history.commitsBehind(commonIds))
  if (commonCommits.size === 0) return false
  const starts = await history.commitsBehind(request.wants)
  return history.allReach(starts, commonCommits)
}

function boundaryLines(request: FetchRequest, { shallow, unshallow }: Boundary): readonly Buffer[] {
  const newShallows = shallow.difference(new Set(request.shallows))
  return [
    ...[...newShallows].map((id) => line(`shallow ${id}`)),
    ...unshallow.map((id) => line(`unshallow ${id}`)),
  ]
}

/** Called before the first packet, so that the client prints the message alone. */
async function requireWants(history: History, { wants }: FetchRequest): Promise<void> {
  if (wants.length === 0) throw malformedError('upload-pack: the request wants nothing')
  for (const id of wants) {
    await history.repository.locate?.(id)
    if ((await history.read(id)) === undefined) throw malformedError(`upload-pack: not our ref ${id}`)
  }
}

async function* fetchV2(history: History, args: readonly string[]): Answer {
  const request = fetchRequest(args)
  await requireWants(history, request)
  const commonIds = await commonOf(history, request)
  if (!request.isDone) {
    const hasEnoughHaves = await isReady(history, { request, commonIds })
    yield line('acknowledgments')
    if (commonIds.length === 0) yield line('NAK')
    for (const id of commonIds) yield line(`ACK ${id}`)
    if (hasEnoughHaves) yield line('ready')
    if (!hasEnoughHaves || request.options.has('wait-for-done')) return yield flushPacket
    yield delimiterPacket
  }
  const boundary = await boundaryOf(history, request)
  if (changesDepth(request)) {
    yield line('shallow-info')
    yield* boundaryLines(request, boundary)
    yield delimiterPacket
  }
  yield line('packfile')
  yield* packAnswer(history, { fetch: { request, commonIds, boundary }, hasBands: true })
}

async function* commandV2(repository: Repository, body: Buffer): Answer {
  const reader = new PacketReader(body, fetchPacketsMax)
  const { lines, marker } = reader.section()
  // A request without a command ends the connection.
  if (lines.length === 0) return
  const args = marker === 'delimiter' ? reader.section().lines : []
  if (lines.includes('command=ls-refs')) return yield await listRefs(repository, args)
  if (!lines.includes('command=fetch')) throw malformedError(`unknown command ${lines[0]}`)
  if (lines.some((text) => text.startsWith('object-format=') && text !== 'object-format=sha1')) {
    throw malformedError('only the object format sha1 is supported')
  }
  yield* fetchV2(new History(repository), args)
}

/** All lines of a request of protocol v0, and whether it contains haves. */
function linesBefore(body: Buffer): { readonly lines: readonly string[]; readonly hasHaves: boolean } {
  const reader = new PacketReader(body, fetchPacketsMax)
  const wantLines = reader.section().lines
  const haves: string[] = []
  for (;;) {
    const { lines, marker } = reader.section()
    haves.push(...lines)
    if (marker === undefined) break
  }
  return { lines: [...linesOfV0(wantLines), ...haves], hasHaves: haves.length > 0 }
}

/** The acknowledgments of v0. `shouldSend` is whether the pack follows. */
async function negotiateV0(
  history: History,
  { request, commonIds }: Pick<Fetch, 'request' | 'commonIds'>,
): Promise<{ readonly packets: readonly Buffer[]; readonly shouldSend: boolean }> {
  const lastId = commonIds.at(-1)
  if (!request.options.has('multi_ack_detailed')) {
    const [firstId] = commonIds
    return { packets: [line(firstId === undefined ? 'NAK' : `ACK ${firstId}`)], shouldSend: request.isDone }
  }
  const packets = commonIds.map((id) => line(`ACK ${id} common`))
  if (request.isDone)
    return { packets: [...packets, line(lastId === undefined ? 'NAK' : `ACK ${lastId}`)], shouldSend: true }
  const hasEnoughHaves = await isReady(history, { request, commonIds })
  if (hasEnoughHaves) packets.push(line(`ACK ${lastId} ready`))
  packets.push(line('NAK'))
  const shouldSend = hasEnoughHaves && request.options.has('no-done')
  return { packets: shouldSend ? [...packets, line(`ACK ${lastId}`)] : packets, shouldSend }
}

async function* fetchV0(repository: Repository, body: Buffer): Answer {
  const { lines, hasHaves } = linesBefore(body)
  if (lines[0] === ' ') return
  const history = new History(repository)
  const request = fetchRequest(lines)
  await requireWants(history, request)
  const boundary = await boundaryOf(history, request)
  if (changesDepth(request)) {
    yield* boundaryLines(request, boundary)
    yield flushPacket
  }
  // The client first asks for the boundary alone.
  if (!hasHaves) return
  const commonIds = await commonOf(history, request)
  const { packets, shouldSend } = await negotiateV0(history, { request, commonIds })
  yield* packets
  if (!shouldSend) return
  const hasBands = request.options.has('side-band-64k')
  yield* packAnswer(history, { fetch: { request, commonIds, boundary }, hasBands })
}

/**
 * Refusals are packets that the client prints. Other errors are thrown and break the stream, which the client reports.
 */
export async function* uploadPack(
  repository: Repository,
  { body, isVersion2 }: { readonly body: Buffer; readonly isVersion2: boolean },
): Answer {
  try {
    yield* isVersion2 ? commandV2(repository, body) : fetchV0(repository, body)
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    yield errorPacket(error.message)
  }
}
