// cli/terminal: output on a terminal: tables, waterfalls, colours and widths.
// It knows no command and no server.
// Imports nothing else of cli/. Start here.
//
// Standard output and error: colours and progress bars only on a terminal.
import type { Style } from './style.ts'
import { truncate } from './table.ts'

export interface Progress {
  /** Updates the bar; `text` is printed beside it. A total of 0 is unknown: only the text is printed. */
  readonly update: (done: number, total: number, text: string) => void
  /** Removes the bar. */
  readonly end: () => void
}

export interface Terminal {
  readonly width: number
  readonly style: Style
  readonly out: (text: string) => void
  /** Streams bytes with backpressure. */
  readonly send: (source: AsyncIterable<Uint8Array>) => Promise<void>
  /** Prints a note to standard error. */
  readonly note: (text: string) => void
  /** The progress bar; there is one at a time. */
  readonly progress: () => Progress
  /** Erases the progress bar. */
  readonly close: () => void
}

export interface Stream {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly write: (text: string | Uint8Array, done?: () => void) => unknown
}

const barWidth = 24
/** The minimum time between two redraws. */
const drawIntervalMs = 100

export const barOf = (done: number, total: number): string => {
  const filledWidth = total === 0 ? 0 : Math.min(barWidth, Math.round((done / total) * barWidth))
  return `${'█'.repeat(filledWidth)}${'░'.repeat(barWidth - filledWidth)}`
}

const eraseLine = '\r\u001B[K'

function progressBar(stream: Stream): Progress {
  let lastDrawMs = 0
  let isVisible = false
  return {
    update: (done, total, text) => {
      const now = performance.now()
      const isLast = total > 0 && done >= total
      if (isVisible && now - lastDrawMs < drawIntervalMs && !isLast) return
      lastDrawMs = now
      isVisible = true
      // A wrapped line cannot be erased. The last column stays free, because some terminals wrap there.
      const line = truncate(total === 0 ? text : `${barOf(done, total)} ${text}`, (stream.columns ?? 80) - 1)
      stream.write(`${eraseLine}${line}`)
    },
    end: () => {
      if (isVisible) stream.write(eraseLine)
      isVisible = false
    },
  }
}

const silentProgress: Progress = { update: () => undefined, end: () => undefined }

export function terminalOf(streams: {
  readonly stdout: Stream
  readonly stderr: Stream
  readonly style: Style
  /** The terminal cannot move the cursor. */
  readonly isDumb?: boolean
}): Terminal {
  const { stdout, stderr, style, isDumb } = streams
  const bar = stderr.isTTY === true && isDumb !== true ? progressBar(stderr) : silentProgress
  return {
    // Piped output is not truncated: programs read full lines.
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
