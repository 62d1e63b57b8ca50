import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'

const module = new URL('watchdog.ts', import.meta.url).href

/** Runs the code in a process; returns its exit signal and its stderr. */
function runProcess(code: string): Promise<{ readonly signal: string | null; readonly stderr: string }> {
  const source = `import { startWatchdog } from '${module}'\n${code}`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise((resolve) => child.once('exit', (_, signal) => resolve({ signal, stderr })))
}

test('a stuck main thread gets its process killed', async () => {
  const { signal, stderr } = await runProcess(
    `startWatchdog({ stallSeconds: 1, stopSeconds: 100 }); setTimeout(() => { for (;;); }, 100)`,
  )
  expect([signal, stderr]).toEqual(['SIGKILL', expect.stringContaining('stall_seconds_max')])
})

test('a main thread that sleeps in a call gets its process killed', async () => {
  const { signal, stderr } = await runProcess(
    `startWatchdog({ stallSeconds: 1, stopSeconds: 100 })
     // time: the watchdog starts first.
     setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 100)`,
  )
  expect([signal, stderr]).toEqual(['SIGKILL', expect.stringContaining('stall_seconds_max')])
})

test('a process that was suspended continues', async () => {
  const { signal, stderr } = await runProcess(
    `import { spawn } from 'node:child_process'
     startWatchdog({ stallSeconds: 1, stopSeconds: 100 })
     // time: the process is suspended for longer than it may be stuck.
     spawn('sh', ['-c', \`kill -STOP \${process.pid}; sleep 3; kill -CONT \${process.pid}\`], { detached: true })
       // time: the watchdog checks the process twice more.
       .on('exit', () => setTimeout(() => process.exit(0), 2_000))`,
  )
  expect([signal, stderr]).toEqual([null, ''])
})

test('a shutdown that never completes is killed', async () => {
  const { signal, stderr } = await runProcess(
    `startWatchdog({ stallSeconds: 0, stopSeconds: 0 }).limitShutdown(); setInterval(() => 0, 1000)`,
  )
  expect([signal, stderr]).toEqual(['SIGKILL', expect.stringContaining('stop_seconds_max')])
})

test('the watchdog does not keep an idle process alive', async () => {
  const { signal } = await runProcess(`startWatchdog({ stallSeconds: 1, stopSeconds: 0 })`)
  expect(signal).toBe(null)
})
