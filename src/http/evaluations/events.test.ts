import { expect, test } from 'vitest'
import type { RunEvent } from '../../evaluations/following/events.ts'
import { eventTexts } from './events.ts'

test('a stream on which nothing happens says every fifteen seconds that it is there', async () => {
  let nowMs = 0
  async function* events(): AsyncGenerator<RunEvent> {
    for (nowMs = 0; nowMs <= 46_000; nowMs += 500) {
      if (nowMs === 20_000) yield { event: 'progress', id: 7, progress: { cells: {} } }
      else yield { event: 'idle' }
    }
    yield { event: 'end', id: 7, run: undefined }
  }
  const sent: [number, string][] = []
  for await (const text of eventTexts(events(), { runId: 'r', scope: { role: 'viewer' } }, () => nowMs))
    sent.push([nowMs, text])
  expect(sent).toEqual([
    [0, ': events of a run\n\n'],
    [15_000, ': still here\n\n'],
    [20_000, 'id: 7\nevent: progress\ndata: {"cells":{}}\n\n'],
    [35_000, ': still here\n\n'],
    [46_500, 'id: 7\nevent: end\ndata: {"run_id":"r"}\n\n'],
  ])
})
