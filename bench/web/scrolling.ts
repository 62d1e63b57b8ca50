// The main-thread cost of a frame of scrolling, from the browser's own trace. The wheel turns once per frame; the cost
// of a frame is the processor time of all tasks until the next one.
import type { CDPSession, Page } from 'playwright-core'

const frames = 120
const taskName = 'ThreadControllerImpl::RunTask'

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  /** Processor time of the thread in microseconds. Other work on the machine does not count. */
  readonly tdur?: number
}

async function recordTrace(session: CDPSession, work: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = []
  const collectEvents = ({ value }: { value: readonly unknown[] }): void =>
    void events.push(...(value as readonly TraceEvent[]))
  session.on('Tracing.dataCollected', collectEvents)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'toplevel',
        'devtools.timeline',
        'devtools.timeline.frame',
        'disabled-by-default-devtools.timeline',
      ],
    },
  })
  await work()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  session.off('Tracing.dataCollected', collectEvents)
  return events
}

/** Main-thread milliseconds of each frame with a new layout: all tasks since the previous frame. */
function workByFrame(events: readonly TraceEvent[]): readonly number[] {
  const layoutEvent = events.find(({ name }) => name === 'UpdateLayoutTree')
  const mainThreadEvents = events
    .filter(({ pid, tid }) => pid === layoutEvent?.pid && tid === layoutEvent.tid)
    .toSorted((a, b) => a.ts - b.ts)
  const work: number[] = []
  let ms = 0
  let isLaidOut = false
  let isCommitted = false
  for (const { name, tdur = 0 } of mainThreadEvents) {
    // A frame ends with the task that commits it to the compositor.
    if (name === taskName) {
      if (isCommitted && isLaidOut) work.push(ms)
      if (isCommitted) [ms, isLaidOut, isCommitted] = [0, false, false]
      ms += tdur / 1000
    }
    isLaidOut ||= name === 'Layout'
    isCommitted ||= name === 'Commit'
  }
  return work
}

/** Turns the wheel over the element by this number of pixels per frame. */
export async function measureFrames(page: Page, selector: string, px: number): Promise<readonly number[]> {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error(`${selector} is not on the screen.`)
  const session = await page.context().newCDPSession(page)
  const position = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const events = await recordTrace(session, async () => {
    for (let frame = 0; frame < frames; frame++) {
      await session.send('Input.dispatchMouseEvent', {
        type: 'mouseWheel',
        ...position,
        deltaX: 0,
        deltaY: px,
      })
      await session.send('Runtime.evaluate', {
        expression: 'new Promise((resolve) => requestAnimationFrame(resolve))',
        awaitPromise: true,
      })
    }
  })
  await session.detach()
  return workByFrame(events)
}
