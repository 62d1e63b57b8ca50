// Ingest health of a project: the waiting entries, the spans per minute of the last hour, and the rejections.
import { microsecondsOf, microsecondText, type Clock } from '../../kernel/clock.ts'
import type {
  IngestMinute,
  RelationalReads,
  WaitingPayloads,
  WaitingLogSize,
} from '../../storage/contract/contract.ts'

const minuteUs = 60_000_000
const minuteCount = 60
const reasonsMax = 50

export interface IngestHealth {
  readonly waiting: WaitingPayloads
  readonly waitingLogs: WaitingLogSize
  /** The last sixty minutes, oldest first, including empty ones. */
  readonly minutes: readonly IngestMinute[]
  readonly rejections: Awaited<ReturnType<RelationalReads['rejectionReasons']>>
}

const emptyMinute = (minute: string): IngestMinute => ({
  minute,
  requests: 0,
  received: 0,
  accepted: 0,
  stored: 0,
  logEvents: 0,
})

export async function ingestHealth(
  read: RelationalReads,
  clock: Clock,
  projectId: string,
): Promise<IngestHealth> {
  const nowUs = microsecondsOf(clock.now())
  const thisMinute = nowUs - (nowUs % minuteUs)
  const minuteOf = (ago: number): string => microsecondText(thisMinute - ago * minuteUs).slice(0, 16)
  const firstMinute = microsecondText(thisMinute - (minuteCount - 1) * minuteUs)
  const [waiting, waitingLogs, storedMinutes, rejections] = await Promise.all([
    read.waitingPayloads(projectId),
    read.waitingLogSize(projectId),
    read.ingestMinutes(projectId, firstMinute),
    read.rejectionReasons(projectId, { since: microsecondText(0), limit: reasonsMax }),
  ])
  const byMinute = new Map(storedMinutes.map((minute) => [minute.minute, minute]))
  const minutes = Array.from({ length: minuteCount }, (_, i) => {
    const minute = minuteOf(minuteCount - 1 - i)
    return byMinute.get(minute) ?? emptyMinute(minute)
  })
  return { waiting, waitingLogs, minutes, rejections }
}
