// Answers pushes: reads the commands, checks the pack, lets the repository decide, and reports the outcome per ref.
import { AssayError } from '../../kernel/errors.ts'
import { isObjectId, malformedError } from '../objects/objects.ts'
import type { PushedObjects, RefCommand, RefResult, Repository } from '../objects/repository.ts'
import { tooLarge, type PackLimits } from '../pack/pack.ts'
import { unpackPush } from '../pack/unpack.ts'
import { zeroId } from './advertisement.ts'
import { errorPacket, flushPacket, line, PacketReader, sideBand } from './packets.ts'

export interface PushRequest {
  readonly body: Buffer
  readonly limits: PackLimits
  readonly signal: AbortSignal
}

interface ParsedPush {
  readonly commands: readonly RefCommand[]
  readonly capabilities: ReadonlySet<string>
  readonly isShallow: boolean
  readonly pack: Buffer
}

const commandsMax = 1000
/**
 * Commands, options of the push, and the commits of a shallow clone, which are refused with a message of their own.
 */
const packetsMax = 10_000

function commandOf(text: string): RefCommand {
  const [before = '', after = '', ...rest] = text.split(' ')
  const name = rest.join(' ')
  if (!isObjectId(before) || !isObjectId(after) || name === '')
    throw malformedError('The push has a malformed command.')
  return {
    name,
    ...(before === zeroId ? {} : { before }),
    ...(after === zeroId ? {} : { after }),
  }
}

function parsePush(body: Buffer): ParsedPush {
  const reader = new PacketReader(body, packetsMax)
  const { lines } = reader.section()
  if (lines.some((text) => text.startsWith('push-cert')))
    throw malformedError('Signed pushes are not supported.')
  if (lines.length > commandsMax) throw tooLarge(`A push may change ${commandsMax} refs.`)
  const isShallow = (text: string): boolean => text.startsWith('shallow ')
  const [firstLine = '', ...otherLines] = lines.filter((text) => !isShallow(text))
  const [command = '', capabilities = ''] = firstLine.split('\0')
  const words = new Set(capabilities.split(' ').filter(Boolean))
  if (words.has('push-options')) reader.section()
  const commands = firstLine === '' ? [] : [command, ...otherLines].map(commandOf)
  return { commands, capabilities: words, isShallow: lines.some(isShallow), pack: reader.rest() }
}

/** Reports are lines, so the lines of a message are joined. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

function report(unpack: string, results: readonly RefResult[]): Buffer {
  const lines = results.map(({ name, refusal }) =>
    refusal === undefined ? `ok ${name}` : `ng ${name} ${oneLine(refusal)}`,
  )
  return Buffer.concat([line(`unpack ${oneLine(unpack)}`), ...lines.map(line), flushPacket])
}

async function objectsOf(
  repository: Repository,
  { push, limits, signal }: Omit<PushRequest, 'body'> & { readonly push: ParsedPush },
): Promise<PushedObjects> {
  const tips = push.commands.flatMap(({ after }) => after ?? [])
  if (push.isShallow) throw malformedError('A shallow clone cannot push: run `git fetch --unshallow` first.')
  if (tips.length === 0) return new Map()
  return unpackPush({ pack: push.pack, tips, limits }, { repository, signal })
}

async function outcomeOf(
  repository: Repository,
  { push, limits, signal }: Omit<PushRequest, 'body'> & { readonly push: ParsedPush },
): Promise<Buffer> {
  const { commands } = push
  let objects: PushedObjects
  try {
    objects = await objectsOf(repository, { push, limits, signal })
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    const results = commands.map(({ name }) => ({ name, refusal: 'unpacker error' }))
    return report(error.message, results)
  }
  return report('ok', await repository.push({ commands, objects }))
}

export async function receivePack(
  repository: Repository,
  { body, limits, signal }: PushRequest,
): Promise<Buffer> {
  let push: ParsedPush
  try {
    push = parsePush(body)
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    return errorPacket(error.message)
  }
  // A client that has to authenticate first sends an empty request.
  if (push.commands.length === 0) return Buffer.alloc(0)
  const outcome = await outcomeOf(repository, { push, limits, signal })
  if (!push.capabilities.has('report-status') && !push.capabilities.has('report-status-v2'))
    return Buffer.alloc(0)
  return push.capabilities.has('side-band-64k')
    ? Buffer.concat([...sideBand(1, outcome), flushPacket])
    : outcome
}
