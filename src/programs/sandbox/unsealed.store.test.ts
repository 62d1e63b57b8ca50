// The layers around the interpreter are safe by themselves: Python gets all of Node here, as after an escape from the
// interpreter, and still reaches no file, network, process or secret of the server.
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { amount } from '../../../test/support/tier.ts'
import { isolation } from '../../../test/support/work.ts'
import { stallMs } from '../../../test/support/patience.ts'
import type { Isolation } from '../../kernel/work/isolation.ts'
import { WorkProcess, type WorkProgram } from '../../kernel/work/process.ts'
import { createReaper } from '../../kernel/work/reaper.ts'
import { pythonProgram } from './python-snapshot.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-unsealed-test-'))
const secret = 'a secret of the server'
// Readable for every user, so that only the layers refuse it.
chmodSync(directory, 0o755)
writeFileSync(join(directory, 'secret'), secret, { mode: 0o644 })
process.env['ASSAY_TEST_SECRET'] = secret

let connections = 0
const listener = createServer((socket) => {
  connections += 1
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 7\r\nconnection: close\r\n\r\nreached')
})
beforeAll(() => new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve)))
const reaper = createReaper()
const processes: WorkProcess[] = []
afterAll(async () => {
  for (const child of processes) await child.kill()
  reaper.close()
  listener.close()
  delete process.env['ASSAY_TEST_SECRET']
  rmSync(directory, { recursive: true })
})

const root = join(import.meta.dirname, '../../..')
const file = join(root, 'test/support/unsealed-python.ts')
const ownFiles = [file, join(root, 'src/kernel/work/child-loop.ts'), join(root, 'package.json')]
const unsealedProgram: WorkProgram = {
  ...pythonProgram,
  file,
  readable: [...pythonProgram.readable, ...ownFiles],
}
/** The permission model allows every file: only the kernel refuses them. */
const programWithAllFiles: WorkProgram = { ...unsealedProgram, readable: ['*'] }
const noIsolation: Isolation = { namespaces: [], privileges: [], prlimit: undefined, canChangeUser: false }

async function start(program: WorkProgram, isolation: Isolation): Promise<WorkProcess> {
  const child = new WorkProcess(program, { isolation, memoryMb: 512, reaper })
  processes.push(child)
  await child.ready()
  return child
}

interface Outcome {
  readonly answer?: string
  readonly error?: string
}
const outcomeOf = async (work: WorkProcess, code: string): Promise<Outcome> =>
  JSON.parse(
    await work.ask(JSON.stringify(`import js\nnode = js.process.getBuiltinModule\n${code}`), stallMs),
  )

const files: readonly (readonly [string, string])[] = [
  ['a file by Node', `node("fs").readFileSync("${directory}/secret", "utf8")`],
  [
    'a file by a mounted directory',
    `import pyodide_js\npyodide_js.mountNodeFS("/mnt", "${directory}")\nopen("/mnt/secret").read()`,
  ],
  ['the users of the machine', 'node("fs").readFileSync("/etc/passwd", "utf8")'],
  ['the environment of the server', 'node("fs").readFileSync(f"/proc/{js.process.ppid}/environ", "utf8")'],
  ['a list of files', `str(node("fs").readdirSync("${directory}"))`],
  ['a new file', `node("fs").writeFileSync("${directory}/left", "1")\n"written"`],
  ['a database', `node("sqlite").DatabaseSync.new("${directory}/left")\n"opened"`],
]
const processesOf: readonly (readonly [string, string])[] = [
  ['a process', 'node("child_process").execFileSync("/bin/echo", js.Array.of("reached")).toString()'],
  ['a process of its own program', 'node("child_process").fork("/dev/null")\n"started"'],
  ['a thread', 'node("worker_threads").Worker.new("data:text/javascript,1")\n"started"'],
  ['a library', 'js.process.dlopen(js.Object.new(), "/lib/x86_64-linux-gnu/libc.so.6")\n"loaded"'],
  ['code from text', 'js.eval("1 + 1")'],
]
const network = (port: number): readonly (readonly [string, string])[] => [
  ['a page', `await (await js.fetch(f"http://127.0.0.1:${port}/")).text()`],
  [
    'a socket',
    `import asyncio
from pyodide.ffi import create_proxy
done = asyncio.get_event_loop().create_future()
socket = node("net").connect(${port}, "127.0.0.1")
socket.on("connect", create_proxy(lambda *_: done.done() or done.set_result("reached")))
socket.on("error", create_proxy(lambda error: done.done() or done.set_exception(Exception(str(error)))))
await done`,
  ],
]

/** Each layer alone in the deep tier. */
const layers = [
  { name: 'all layers', program: unsealedProgram, around: isolation, hasNetwork: false },
  { name: 'the limits of the kernel', program: programWithAllFiles, around: isolation, hasNetwork: false },
  { name: 'the flags of the process', program: unsealedProgram, around: noIsolation, hasNetwork: true },
].slice(0, amount(1, 3))

async function expectNoSecret(work: WorkProcess): Promise<void> {
  const { answer } = await outcomeOf(work, 'js.JSON.stringify(js.process.env)')
  expect(Object.keys(JSON.parse(answer ?? '') as object)).not.toContain('ASSAY_TEST_SECRET')
  expect(answer).not.toContain(secret)
}

describe('Python with all of Node', () => {
  test('would reach files and the network if no layer were around it', async () => {
    const bareProcess = await start(programWithAllFiles, noIsolation)
    const before = connections
    for (const [name, code] of [...files.slice(0, 3), ...network((listener.address() as AddressInfo).port)]) {
      expect(await outcomeOf(bareProcess, code), name).toHaveProperty('answer')
    }
    expect(connections).toBe(before + 2)
    await expectNoSecret(bareProcess)
  })

  describe.each(layers)('behind $name', ({ program, around, hasNetwork }) => {
    let work: WorkProcess
    beforeAll(async () => {
      work = await start(program, around)
    })

    test.each([...files, ...processesOf])('does not reach %s', async (_, code) => {
      expect(await outcomeOf(work, code)).toHaveProperty('error')
    })

    test('does not reach the network, unless only the flags of the process are there', async () => {
      const before = connections
      for (const [name, code] of network((listener.address() as AddressInfo).port)) {
        expect(await outcomeOf(work, code), name).toHaveProperty(hasNetwork ? 'answer' : 'error')
      }
      expect(connections).toBe(before + (hasNetwork ? 2 : 0))
    })

    test('finds no secret in its environment', () => expectNoSecret(work))

    test('leaves nothing behind', () => {
      expect(existsSync(join(directory, 'left'))).toBe(false)
    })
  })
})
