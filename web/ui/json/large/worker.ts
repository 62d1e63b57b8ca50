// Reads answers of many megabytes beside the thread that draws, keeps what is large, and answers the rows that are on the
// screen.
import { copyText, jsonRows, lineRows, initiallyOpen, renderedRow, type JsonRow } from '../json-rows.ts'
import { pruned } from './marker.ts'
import type { Asked, Answered, RowsAsked, Told } from './messages.ts'

let made = 0
const kept = new Map<number, unknown>()
/** The rows of the last question: scrolling asks for others of the same. */
let last: { readonly id: number; readonly open: string; readonly rows: readonly JsonRow[] } | undefined

/** Answers that are on their way, as far as they have come. */
const arriving = new Map<number, { readonly decoder: TextDecoder; text: string }>()

function wholeText(of: number): string {
  const coming = arriving.get(of)
  arriving.delete(of)
  return coming === undefined ? '' : coming.text + coming.decoder.decode()
}

function keep(value: unknown): number {
  made += 1
  kept.set(made, value)
  return made
}

function rowsOf({ id, open }: RowsAsked): readonly JsonRow[] {
  const key = open?.join('\n') ?? ''
  if (last?.id === id && last.open === key) return last.rows
  const value = kept.get(id)
  const rows = typeof value === 'string' ? lineRows(value, '', 0) : jsonRows(value, new Set(open))
  last = { id, open: key, rows }
  return rows
}

function answer(asked: Asked): unknown {
  switch (asked.what) {
    case 'parse':
      return pruned(JSON.parse(wholeText(asked.of)), keep)
    case 'open':
      return typeof kept.get(asked.id) === 'string' ? [] : [...initiallyOpen(kept.get(asked.id))]
    case 'rows': {
      const rows = rowsOf(asked)
      return { count: rows.length, rows: rows.slice(asked.first, asked.end).map(renderedRow) }
    }
    case 'copy': {
      if (asked.path === undefined) return copyText(kept.get(asked.id))
      const rows = last?.id === asked.id ? last.rows : []
      return copyText(rows.find(({ path }) => path === asked.path)?.value)
    }
    default:
      return undefined
  }
}

function heard(told: Told): void {
  switch (told.what) {
    case 'part': {
      const coming = arriving.get(told.of) ?? { decoder: new TextDecoder(), text: '' }
      coming.text += coming.decoder.decode(told.bytes, { stream: true })
      arriving.set(told.of, coming)
      return
    }
    case 'drop':
      arriving.delete(told.of)
      return
    case 'forget':
    default:
      kept.clear()
      last = undefined
  }
}

/** A worker speaks to the page that started it, and to nobody else. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const say = (answered: Answered): void => self.postMessage(answered)

self.addEventListener('message', ({ data }: MessageEvent<Told | (Asked & { readonly call: number })>) => {
  if (!('call' in data)) {
    heard(data)
    return
  }
  const { call } = data
  try {
    say({ call, value: answer(data) })
  } catch (error) {
    say({ call, fault: String(error) })
  }
})
