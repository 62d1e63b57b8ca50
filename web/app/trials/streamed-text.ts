// The text of a model from the events of a streamed run. Nothing here makes a request.

function partOf(data: unknown): { readonly call: number; readonly content: string } | undefined {
  if (typeof data !== 'object' || data === null || !('call' in data) || typeof data.call !== 'number') {
    return undefined
  }
  return {
    call: data.call,
    content: 'content' in data && typeof data.content === 'string' ? data.content : '',
  }
}

/** The text of a model's answer so far. A call that is repeated starts again. */
export class StreamedText {
  readonly #texts = new Map<number, string>()

  /** Returns the text of all calls, or undefined for an event without text. */
  add({ event, data }: { readonly event: string; readonly data: unknown }): string | undefined {
    const part = partOf(data)
    if (part === undefined || (event !== 'call' && event !== 'delta')) return undefined
    const { call, content } = part
    this.#texts.set(call, event === 'call' ? '' : (this.#texts.get(call) ?? '') + content)
    const text = [...this.#texts.values()].filter((one) => one !== '').join('\n\n')
    return text === '' ? undefined : text
  }
}
