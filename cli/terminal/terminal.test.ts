import { expect, test } from 'vitest'
import { plainStyle } from './style.ts'
import { terminalOf, type Terminal } from './terminal.ts'

function outputOf(columns: number, draw: (terminal: Terminal) => void): readonly string[] {
  const texts: string[] = []
  const stream = { isTTY: true, columns, write: (text: string | Uint8Array) => texts.push(String(text)) }
  draw(terminalOf({ stdout: stream, stderr: stream, style: plainStyle }))
  return texts
}

test('a bar without a known total is redrawn at a limited rate', () => {
  const startMs = performance.now()
  const texts = outputOf(80, (terminal) => {
    for (let i = 0; i < 10_000; i++) terminal.progress().update(0, 0, `${i} read`)
  })
  expect(texts.length).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - startMs) / 100))
  expect(texts[0]).toBe('\r\u001B[K0 read')
})

test('a bar is truncated to the line, since a wrapped line cannot be erased', () => {
  const [text = ''] = outputOf(30, (terminal) => terminal.progress().update(1, 2, 'a long sentence'))
  expect(text.slice('\r\u001B[K'.length)).toBe('████████████░░░░░░░░░░░░ a l…')
})

test('a note replaces the bar', () => {
  const texts = outputOf(80, (terminal) => {
    terminal.progress().update(1, 2, 'half')
    terminal.out('done\n')
    terminal.close()
  })
  expect(texts.slice(1)).toEqual(['\r\u001B[K', 'done\n'])
})

test('a dumb terminal gets no bar', () => {
  const texts: string[] = []
  const stream = { isTTY: true, write: (text: string | Uint8Array) => texts.push(String(text)) }
  const terminal = terminalOf({ stdout: stream, stderr: stream, style: plainStyle, isDumb: true })
  terminal.progress().update(1, 2, 'half')
  terminal.close()
  expect(texts).toEqual([])
})
