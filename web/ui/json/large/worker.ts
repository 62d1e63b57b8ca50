// The worker for responses of many megabytes. It parses them, keeps their large values, and returns the rows on the screen.
import { copyText, jsonRows, lineRows, initialOpenPaths, renderRow, type JsonRow } from '../json-rows.ts'
import { pruneLarge } from './marker.ts'
import type { RowsRequest, WorkerNotice, WorkerRequest, WorkerResponse } from './messages.ts'

interface LastRows {
  readonly id: number
  readonly openKey: string
  readonly rows: readonly JsonRow[]
}

class LargeValues {
  readonly #values = new Map<number, unknown>()
  /** Incomplete responses: the text that has arrived. */
  readonly #partialResponses = new Map<number, { readonly decoder: TextDecoder; text: string }>()
  #count = 0
  /** The rows of the last request: scrolling requests others of the same value. */
  #last: LastRows | undefined

  respond(request: WorkerRequest): unknown {
    switch (request.kind) {
      case 'parse':
        return pruneLarge(JSON.parse(this.#completeText(request.responseId)), (value) => this.#store(value))
      case 'open': {
        const value = this.#values.get(request.id)
        return typeof value === 'string' ? [] : [...initialOpenPaths(value)]
      }
      case 'rows': {
        const rows = this.#rowsOf(request)
        return { count: rows.length, rows: rows.slice(request.first, request.end).map(renderRow) }
      }
      case 'copy': {
        if (request.path === undefined) return copyText(this.#values.get(request.id))
        const rows = this.#last?.id === request.id ? this.#last.rows : []
        return copyText(rows.find(({ path }) => path === request.path)?.value)
      }
      default:
        return undefined
    }
  }

  accept(notice: WorkerNotice): void {
    switch (notice.kind) {
      case 'part': {
        const response = this.#partialResponses.get(notice.responseId) ?? {
          decoder: new TextDecoder(),
          text: '',
        }
        response.text += response.decoder.decode(notice.bytes, { stream: true })
        this.#partialResponses.set(notice.responseId, response)
        return
      }
      case 'drop':
        this.#partialResponses.delete(notice.responseId)
        return
      case 'forget':
      default:
        this.#values.clear()
        this.#last = undefined
    }
  }

  #completeText(responseId: number): string {
    const response = this.#partialResponses.get(responseId)
    this.#partialResponses.delete(responseId)
    return response === undefined ? '' : response.text + response.decoder.decode()
  }

  #store(value: unknown): number {
    this.#count += 1
    this.#values.set(this.#count, value)
    return this.#count
  }

  #rowsOf({ id, openPaths }: RowsRequest): readonly JsonRow[] {
    const key = openPaths?.join('\n') ?? ''
    if (this.#last?.id === id && this.#last.openKey === key) return this.#last.rows
    const value = this.#values.get(id)
    const rows = typeof value === 'string' ? lineRows(value, '', 0) : jsonRows(value, new Set(openPaths))
    this.#last = { id, openKey: key, rows }
    return rows
  }
}

const values = new LargeValues()

/** A worker posts to the page that started it only. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const post = (response: WorkerResponse): void => self.postMessage(response)

self.addEventListener(
  'message',
  ({ data }: MessageEvent<WorkerNotice | (WorkerRequest & { readonly call: number })>) => {
    if (!('call' in data)) {
      values.accept(data)
      return
    }
    const { call } = data
    try {
      post({ call, value: values.respond(data) })
    } catch (error) {
      post({ call, error: String(error) })
    }
  },
)
