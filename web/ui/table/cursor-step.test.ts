import { expect, test } from 'vitest'
import { cursorStep } from './cursor-step.ts'

test('arrows, pages and ends move the cursor; other keys do not', () => {
  expect(['j', 'ArrowUp', 'PageDown', 'Home', 'End'].map((key) => cursorStep(key, 7))).toEqual([
    1, -1, 20, -7, 7,
  ])
  expect(cursorStep('x', 7)).toBeUndefined()
  expect(cursorStep('constructor', 7)).toBeUndefined()
})
