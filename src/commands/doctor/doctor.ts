// `assay doctor`: checks a configuration, its stores and the disk, and prints one sentence per check. It queries a
// running server over HTTP, because only one process can open the embedded trace store. With `--deep` it reads both
// stores completely, without a server; deep-checks.ts has those checks.
import { messageOf } from '../../kernel/errors.ts'
import { statfsSync } from 'node:fs'
import { secretsKeys } from '../../access/secret-box.ts'
import type { Config } from '../../config.ts'
import { maskUserInfo } from '../../kernel/user-info.ts'
import { describeIsolation, detectIsolation } from '../../kernel/work/isolation.ts'
import { makeDataDir, secretsKeyPath } from '../../machine.ts'
import { outgoingText } from '../../outgoing.ts'
import type { RelationalStore } from '../../storage/contract/contract.ts'
import { backupSentence, databaseBackup } from './backup-check.ts'
import { deepChecks } from './deep-checks.ts'
import { withStore, type Command, type Program } from '../command.ts'

/** The time limit of a request to a running server. */
const answerMsMax = 10_000

const serverUrl = ({ host, port }: Config): string => `http://${host}:${port}`

/** Checks a running server; undefined: no server answers. Throws the reason if the server is not ready. */
async function checkServer(url: string): Promise<string | undefined> {
  const response = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(answerMsMax) }).catch(
    () => undefined,
  )
  if (response === undefined) return undefined
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} is not ready: ${text}`)
  return `${url} is ready`
}

function checkRuntime(): string {
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (major < 24)
    throw new Error(`Node ${process.version}; Assay needs Node 24. npm start and the npm package install it.`)
  return `Node ${process.version}`
}

function checkDisk(config: Config): string {
  makeDataDir(config)
  const { bavail, bsize } = statfsSync(config.dataDir)
  const freeGiB = (bavail * bsize) / 1024 ** 3
  if (freeGiB < 1) throw new Error(`${freeGiB.toFixed(1)} GiB free in ${config.dataDir}; free some space.`)
  return `${freeGiB.toFixed(1)} GiB free in ${config.dataDir}`
}

function checkSecretsKey(config: Config): string {
  secretsKeys(config, secretsKeyPath(config))
  return config.secretsKey === undefined ? secretsKeyPath(config) : 'from the settings'
}

async function checkBackups(
  program: Program,
  { config, hasStore }: { readonly config: Config; readonly hasStore: boolean },
): Promise<string> {
  const storedBackup = hasStore ? await databaseBackup(program, config) : undefined
  return backupSentence(config, { now: program.clock.now(), storedBackup })
}

async function runChecks(
  program: Program,
  { config, isDeep }: { readonly config: Config; readonly isDeep: boolean },
): Promise<void> {
  const url = serverUrl(config)
  let problems = 0
  const check = async (subject: string, run: () => Promise<string> | string): Promise<boolean> => {
    try {
      console.log(maskUserInfo(`ok    ${subject}: ${await run()}`))
      return true
    } catch (error) {
      problems++
      console.log(maskUserInfo(`WRONG ${subject}: ${messageOf(error)}`))
      return false
    }
  }
  await check('runtime', checkRuntime)
  await check('disk', () => checkDisk(config))
  const hasStore = await check('relational store', () =>
    withStore(program, config, async (store) => {
      await store.check()
      const projects = await store.read.projects({ includeArchived: false })
      return `${config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'} answers, ${projects.length} project(s)`
    }),
  )
  await check('server', async () => (await checkServer(url)) ?? `none answers at ${url}`)
  const checkTraceStore = async (store?: RelationalStore): Promise<string> => {
    const columnar = await program.openColumnar(config, store).catch(async (error: unknown) => {
      // A running server has the embedded engine open; its readiness covers the engine.
      if (config.clickhouseUrl !== undefined || (await checkServer(url)) === undefined) throw error
    })
    if (columnar === undefined) return `embedded engine, in use by the server at ${url}`
    try {
      await columnar.check()
    } finally {
      await columnar.close()
    }
    return `${config.clickhouseUrl === undefined ? 'embedded engine' : 'ClickHouse'} answers`
  }
  await check('trace store', () =>
    hasStore ? withStore(program, config, checkTraceStore) : checkTraceStore(),
  )
  await check('secrets key', () => checkSecretsKey(config))
  await check('isolation of client work', async () => describeIsolation(await detectIsolation()).join('; '))
  await check('outgoing calls', () => outgoingText(config))
  await check('backups', () => checkBackups(program, { config, hasStore }))
  if (isDeep && hasStore) await deepChecks({ program, config }, check)
  if (problems > 0) process.exitCode = 1
}

export const doctorCommand = (program: Program): Command => ({
  words: 'doctor',
  help: 'Check the runtime, the disk, both stores and a running server, and suggest fixes for problems.',
  options: {
    '--deep': 'Also read and check all records and spans; stop a server with embedded stores first.',
  },
  switches: ['--deep'],
  run: (config, { options }) => runChecks(program, { config, isDeep: options.has('--deep') }),
})
