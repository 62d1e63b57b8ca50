import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeProcessLock } from './process-lock.ts'

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'lock')
}

const module = join(import.meta.dirname, 'process-lock.ts')
const holder = (path: string): string =>
  `import { takeProcessLock } from ${JSON.stringify(module)}
   takeProcessLock(${JSON.stringify(path)})
   console.log('locked')
   setInterval(() => undefined, 1000)`

test('a lock is free again after its release', () => {
  const path = newPath()
  const lock = takeProcessLock(path)
  expect(lock).toBeDefined()
  expect(takeProcessLock(path)).toBeUndefined()
  lock?.release()
  expect(takeProcessLock(path)).toBeDefined()
})

test('a lock is released when its process is killed', async () => {
  const path = newPath()
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder(path)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  expect(takeProcessLock(path)).toBeUndefined()
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(takeProcessLock(path)).toBeDefined()
})
