// Loaded into a server with --import: measures the longest block of its main thread, in processor time of that thread. Wall
// time would include other processes of a busy machine.
//
// Between `begin` and `end`, two messages of the parent process, every iteration of the event loop is measured. An
// iteration may run several callbacks, so the number is an upper bound of one block.

/** Processor time of this thread so far, in milliseconds. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** 4 MB, as long as the longest bodies of the tests. */
const referenceText = JSON.stringify(
  Array.from({ length: 80_000 }, (_, i) => ({ name: `row ${i}`, value: i, list: [1, 2, 3] })),
)

/** Processor time of parsing and writing 4 MB of JSON text, the best of three: the speed of this machine at this moment. */
function referenceMs(): number {
  const times = [0, 1, 2].map(() => {
    const before = cpuMs()
    JSON.stringify(JSON.parse(referenceText))
    return cpuMs() - before
  })
  return Math.min(...times)
}

let isMeasuring = false
let longestMs = 0

function measure(before: number): void {
  if (!isMeasuring) return
  const now = cpuMs()
  longestMs = Math.max(longestMs, now - before)
  setImmediate(measure, now)
}

process.on('message', (message) => {
  if (message === 'begin') {
    isMeasuring = true
    longestMs = 0
    setImmediate(measure, cpuMs())
  } else if (message === 'end') {
    isMeasuring = false
    process.send?.({ longestMs })
  } else if (message === 'reference') {
    process.send?.({ referenceMs: referenceMs() })
  }
})
process.channel?.unref()
