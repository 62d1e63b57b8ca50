// Spans of functions whose results arrive later, collected by OpenTelemetry's in-memory exporter.
import { context, trace } from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pageList } from '../core/pages.ts'
import { asyncContextManager } from './context.ts'
import { observe } from './observe.ts'
import { currentSpan, start, updateSpan } from './spans.ts'

const exporter = new InMemorySpanExporter()
beforeAll(() => {
  const manager = asyncContextManager()
  if (manager !== undefined) context.setGlobalContextManager(manager)
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  )
})
afterAll(() => {
  context.disable()
  trace.disable()
})
beforeEach(() => exporter.reset())

/** The ended spans: output and status. */
const endedSpans = () =>
  exporter.getFinishedSpans().map(({ name, attributes, status }) => {
    const text = attributes['ag.data.outputs']
    return {
      name,
      outputs: typeof text === 'string' ? JSON.parse(text.replace('@ag.type=json:', '')) : undefined,
      failed: status.message,
    }
  })

const texts = ['Hel', 'lo']
const streamOf = (items: readonly unknown[], failure?: Error) => {
  const rest = [...items]
  return new ReadableStream({
    pull: (controller) => {
      if (rest.length > 0) controller.enqueue(rest.shift())
      else if (failure === undefined) controller.close()
      else controller.error(failure)
    },
  })
}
async function* generateItems(items: readonly unknown[], failure?: Error) {
  yield* items
  if (failure !== undefined) throw failure
}
const utf8 = new TextEncoder()

describe('a ReadableStream', () => {
  const speak = observe(() => streamOf(texts), { name: 'speak' })
  const bytes = observe(async () => streamOf([utf8.encode('Gr'), utf8.encode('üße')]), { name: 'bytes' })
  const expectedSpans = [{ name: 'speak', outputs: 'Hello', failed: undefined }]

  test('ends its span when a reader has read it', async () => {
    const reader = speak().getReader()
    expect(endedSpans()).toEqual([])
    for (;;) if ((await reader.read()).done) break
    expect(endedSpans()).toEqual(expectedSpans)
  })

  test('ends its span when it is piped or iterated', async () => {
    const upperCase = new TransformStream<string, string>({
      transform: (text, to) => to.enqueue(text.toUpperCase()),
    })
    let text = ''
    for await (const piece of speak().pipeThrough(upperCase)) text += piece
    expect(text).toBe('HELLO')
    expect(endedSpans()).toEqual(expectedSpans)
  })

  test('of bytes is the body of a response, and is recorded as text', async () => {
    expect(await new Response(await bytes()).text()).toBe('Grüße')
    expect(endedSpans()).toEqual([{ name: 'bytes', outputs: 'Grüße', failed: undefined }])
  })

  test('of bytes that are no text is recorded by size', async () => {
    const image = observe(() => streamOf([new Uint8Array([0x89, 0x50, 0xff])]), { name: 'image' })
    await new Response(image()).arrayBuffer()
    expect(endedSpans()).toMatchObject([{ outputs: '[3 bytes]' }])
  })

  test('that the reader cancels has the output until then', async () => {
    const stream = speak()
    const reader = stream.getReader()
    await reader.read()
    await reader.cancel()
    expect(endedSpans()).toEqual([{ name: 'speak', outputs: 'Hel', failed: undefined }])
  })

  test('that fails has the output until then, and its error', async () => {
    const failing = observe(() => streamOf(['Hel'], new Error('cut')), { name: 'failing' })
    await expect(new Response(failing().pipeThrough(new TextEncoderStream())).text()).rejects.toThrow('cut')
    expect(endedSpans()).toEqual([{ name: 'failing', outputs: 'Hel', failed: 'cut' }])
  })

  test('records the time to its first part', async () => {
    for await (const _ of speak()) continue
    const [span] = exporter.getFinishedSpans()
    expect(span?.attributes['ag.meta.response.ms_to_first_chunk']).toBeGreaterThanOrEqual(0)
  })
})

describe('an async iterator', () => {
  const speak = observe(() => generateItems(texts), { name: 'speak' })

  test('ends its span when `next` is called to its end', async () => {
    const iterator = speak()
    while ((await iterator.next()).done !== true) continue
    expect(endedSpans()).toEqual([{ name: 'speak', outputs: 'Hello', failed: undefined }])
  })

  test('ends its span when it is returned before the first item', async () => {
    await speak().return()
    expect(endedSpans()).toEqual([{ name: 'speak', outputs: [], failed: undefined }])
  })

  test('that fails has the items until then, and its error', async () => {
    const failing = observe(() => generateItems([{ n: 1 }], new Error('cut')), { name: 'failing' })
    await expect(Array.fromAsync(failing())).rejects.toThrow('cut')
    expect(endedSpans()).toEqual([{ name: 'failing', outputs: [{ n: 1 }], failed: 'cut' }])
  })

  test('ends its span when it is read as the stream that one of its methods returns', async () => {
    class Answer {
      [Symbol.asyncIterator] = () => generateItems(texts)
      toReadableStream = () => streamOf(texts)
    }
    const answer = observe(() => new Answer(), { name: 'answer' })
    for await (const _ of answer().toReadableStream()) continue
    expect(endedSpans()).toEqual([{ name: 'answer', outputs: 'Hello', failed: undefined }])
  })

  test('without recorded outputs ends its span, too', async () => {
    const silent = observe(() => generateItems(texts), { name: 'silent', outputs: false })
    for await (const _ of silent()) expect(endedSpans()).toEqual([])
    expect(endedSpans()).toEqual([{ name: 'silent', outputs: undefined, failed: undefined }])
  })
})

describe('a thenable', () => {
  const lazyPromise = (work: () => Promise<unknown>) => ({
    // oxlint-disable-next-line unicorn/no-thenable -- libraries return such values
    then: (...args: Parameters<Promise<unknown>['then']>) => work().then(...args),
  })

  test('ends its span when it is awaited, and its work starts only then', async () => {
    let calls = 0
    const query = observe(() => lazyPromise(async () => ++calls), { name: 'query' })
    const result = query()
    expect([calls, endedSpans()]).toEqual([0, []])
    expect([await result, await result]).toEqual([1, 1])
    expect(endedSpans()).toEqual([{ name: 'query', outputs: 1, failed: undefined }])
  })

  test('that is rejected ends its span with the error', async () => {
    const query = observe(() => lazyPromise(() => Promise.reject(new Error('no table'))), { name: 'query' })
    await expect(query()).rejects.toThrow('no table')
    expect(endedSpans()).toMatchObject([{ failed: 'no table' }])
  })
})

describe('a list of pages', () => {
  const pages = [{ items: [1, 2], windowing: { next: 'x' } }, { items: [3] }]
  const list = observe(
    () => {
      let page = 0
      return pageList<(typeof pages)[number], 'items'>(
        'items',
        {},
        async () => pages[page++] ?? { items: [] },
      )
    },
    { name: 'list' },
  )

  test('that is iterated has its items as output', async () => {
    expect(await Array.fromAsync(list())).toEqual([1, 2, 3])
    expect(endedSpans()).toEqual([{ name: 'list', outputs: [1, 2, 3], failed: undefined }])
  })

  test('that is awaited has its first page as output', async () => {
    expect(await list()).toEqual(pages[0])
    expect(endedSpans()).toEqual([{ name: 'list', outputs: pages[0], failed: undefined }])
  })

  test('that is read page by page has its pages as output', async () => {
    expect(await Array.fromAsync(list().pages())).toEqual(pages)
    expect(endedSpans()).toEqual([{ name: 'list', outputs: pages, failed: undefined }])
  })
})

describe('the current span', () => {
  test('is that of the innermost observed function, also after an await', async () => {
    const ids: unknown[] = []
    const inner = observe(async () => ids.push(currentSpan()?.spanId), { name: 'inner' })
    const outer = observe(
      async () => {
        await inner()
        ids.push(currentSpan()?.spanId)
      },
      { name: 'outer' },
    )
    await outer()
    expect(exporter.getFinishedSpans().map((span) => span.spanContext().spanId)).toEqual(ids)
    expect(currentSpan()).toBeUndefined()
  })

  test('is changed by updateSpan, whose outputs replace the result', () => {
    const answer = observe(
      () => {
        updateSpan({ name: 'renamed', outputs: 'short', tags: { tier: 'gold' }, tokens: { total: 7 } })
        return 'long'
      },
      { name: 'answer' },
    )
    expect(answer()).toBe('long')
    expect(endedSpans()).toEqual([{ name: 'renamed', outputs: 'short', failed: undefined }])
    expect(exporter.getFinishedSpans()[0]?.attributes).toMatchObject({
      'ag.tags.tier': 'gold',
      'ag.metrics.tokens.incremental.total': 7,
    })
  })

  test('outside of a span nothing is changed, and nothing fails', () => {
    updateSpan({ tags: { lost: true } })
    using span = start('alone')
    expect(currentSpan()).toBeUndefined()
    expect(span.run(currentSpan)).toBe(span)
  })
})
