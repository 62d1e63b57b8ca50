// Files of the server are readable only by its own user, with any umask.
import { chmodSync, globSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { upload } from '../support/files.ts'
import { newProject } from '../support/api.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import { sendJson, waitForReceipt, span } from '../support/otlp.ts'

const paths = ({ dataDir }: RunningServer): readonly string[] => [
  dataDir,
  ...globSync('**', { cwd: dataDir }).map((name) => join(dataDir, name)),
]

/** Files that other users can access. Symbolic links have no permissions of their own. */
const openToOthers = (server: RunningServer): readonly string[] =>
  paths(server).filter((path) => {
    const entry = lstatSync(path, { throwIfNoEntry: false })
    return entry !== undefined && !entry.isSymbolicLink() && (entry.mode & 0o077) !== 0
  })

test('all files are private to their user, and a start removes access of other users', async () => {
  const mask = process.umask(0)
  onTestFinished(() => void process.umask(mask))
  const server = await startServer()
  onTestFinished(() => removeDataDir(server))
  const api = await newProject(server.url)
  await upload(api, '/simple/testsets/upload', { content: 'a\n1\n', name: 'f.csv' })
  await waitForReceipt(api, await sendJson(api, span()))
  expect(paths(server).length).toBeGreaterThan(10)
  expect(openToOthers(server)).toEqual([])
  await server.stop()

  for (const path of paths(server)) {
    const entry = lstatSync(path)
    if (!entry.isSymbolicLink()) chmodSync(path, entry.isDirectory() ? 0o755 : 0o644)
  }
  const restartedServer = await startServer({ dataDir: server.dataDir })
  expect(openToOthers(server)).toEqual([])
  expect(restartedServer.output()).toContain('removed access of other users to the data directory')
  await restartedServer.stop()
})
