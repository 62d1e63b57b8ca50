// cli/terminal: output on a terminal: tables, waterfalls, colours and widths.
// It knows no command and no server.
// Imports nothing else of cli/. Start here.
//
// What is written to: colours only where a person looks, progress only on a terminal.
import type { Style } from './style.ts'
import { cut } from './table.ts'

export interface Progress {
  /** So many of all are done; `said` stands beside the bar. All being 0: nobody knows how many there are, and there is no bar. */
  readonly to: (done: number, total: number, text: string) => void
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
  /** The bar; there is one at a time. */
  readonly progress: () => Progress
  /** Nothing is left of what was drawn over. */
  readonly close: () => void
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

const eraseLine = '\r\u001B[K'

function drawnProgress(stream: Stream): Progress {
  let last = 0
  let isShown = false
  return {
    to: (done, total, text) => {
      const now = Date.now()
      const isLast = total > 0 && done >= total
      if (isShown && now - last < drawMs && !isLast) return
      last = now
      isShown = true
      // A line that wraps cannot be erased; the last column stays free, since some terminals wrap there already.
      const line = cut(total === 0 ? text : `${barOf(done, total)} ${text}`, (stream.columns ?? 80) - 1)
      stream.write(`${eraseLine}${line}`)
    },
    end: () => {
      if (isShown) stream.write(eraseLine)
      isShown = false
    },
  }
}

const silent: Progress = { to: () => undefined, end: () => undefined }

export function terminalOf(streams: {
  readonly stdout: Stream
  readonly stderr: Stream
  readonly style: Style
  /** It can only write forward. */
  readonly isDumb?: boolean
}): Terminal {
  const { stdout, stderr, style, isDumb } = streams
  const bar = stderr.isTTY === true && isDumb !== true ? drawnProgress(stderr) : silent
  return {
    // What is piped on is for programs that look at lines: they get all of it.
    width: stdout.columns ?? Infinity,
    style,
    out: (text) => {
      bar.end()
      stdout.write(text)
    },
    send: async (source) => {
      for await (const chunk of source) {
        await new Promise<void>((resolve) => stdout.write(chunk, () => resolve()))
      }
    },
    note: (text) => {
      bar.end()
      stderr.write(`${text}\n`)
    },
    progress: () => bar,
    close: () => bar.end(),
  }
}
