// What is written to: colours only where a person looks, progress only on a terminal.
import type { Style } from './style.ts'

export interface Progress {
  /** So many of all are done; `said` stands beside the bar. */
  readonly to: (done: number, total: number, said: string) => void
  /** Removes the bar. */
  readonly end: () => void
}

export interface Terminal {
  readonly width: number
  readonly style: Style
  readonly out: (text: string) => void
  /** Bytes as they come, no faster than they are taken. */
  readonly send: (source: AsyncIterable<Uint8Array>) => Promise<void>
  /** A remark for a person, which is no part of the answer. */
  readonly note: (text: string) => void
  readonly progress: () => Progress
}

export interface Stream {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly write: (text: string | Uint8Array, done?: () => void) => unknown
}

const barWidth = 24
/** Drawing more often than this is work for nobody. */
const drawMs = 100

export const barOf = (done: number, total: number): string => {
  const filled = total === 0 ? 0 : Math.min(barWidth, Math.round((done / total) * barWidth))
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`
}

function drawnProgress(stream: Stream): Progress {
  let last = 0
  return {
    to: (done, total, said) => {
      const now = Date.now()
      if (now - last < drawMs && done < total) return
      last = now
      stream.write(`\r\u001B[K${barOf(done, total)} ${said}`)
    },
    end: () => {
      if (last > 0) stream.write('\r\u001B[K')
    },
  }
}

const silent: Progress = { to: () => undefined, end: () => undefined }

export function terminalOf(streams: {
  readonly stdout: Stream
  readonly stderr: Stream
  readonly style: Style
}): Terminal {
  const { stdout, stderr, style } = streams
  return {
    // What is piped on is for programs that look at lines: they get all of it.
    width: stdout.columns ?? Infinity,
    style,
    out: (text) => void stdout.write(text),
    send: async (source) => {
      for await (const chunk of source) {
        await new Promise<void>((resolve) => stdout.write(chunk, () => resolve()))
      }
    },
    note: (text) => void stderr.write(`${text}\n`),
    progress: () => (stderr.isTTY === true ? drawnProgress(stderr) : silent),
  }
}
