// `assay demo`: creates a demo project on a running server, directly in its database or over the API.
import { UsageError, type Config } from '../config.ts'
import { insertDemoProject } from '../demo/project.ts'
import { fillDemoProject } from '../demo/fill-project.ts'
import { withStore, type Command, type Options, type Program } from './command.ts'

/** The address of a server with these settings on this machine. */
function ownAddress({ host, port }: Config): string {
  const reachableHost = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachableHost.includes(':') ? `[${reachableHost}]` : reachableHost}:${port}`
}

function addressOf(config: Config, options: Options): string {
  const url = options.get('--url')
  if (url === undefined) return ownAddress(config)
  if (!URL.canParse(url)) throw new UsageError(`--url must be an address, not '${url}'.`)
  return url.replace(/\/+$/, '')
}

async function requireReady(address: string): Promise<void> {
  const answer = await fetch(`${address}/ready`).catch(() => undefined)
  if (answer?.ok !== true) {
    throw new UsageError(
      `No server is ready at ${address}. Start one (assay serve, or npm start in a clone), or pass its address with --url.`,
    )
  }
}

/** The server must accept the key; a server with another database does not. */
async function requireSameDatabase(address: string, authorization: string): Promise<void> {
  const { status } = await fetch(`${address}/api/projects/current`, { headers: { authorization } })
  if (status === 401)
    throw new UsageError(`The server at ${address} uses another database than this command.`)
}

async function demo(program: Program, config: Config, address: string): Promise<void> {
  await requireReady(address)
  const { project, secret } = await withStore(program, config, async (store) => {
    const projectContext = await program.projectContext(config, store)
    return store.write((tx) => insertDemoProject(projectContext, tx))
  })
  const authorization = `ApiKey ${secret}`
  await requireSameDatabase(address, authorization)
  await fillDemoProject(async (method, path, body) => {
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const receipt = answer.headers.get('x-assay-receipt') ?? undefined
    return { status: answer.status, body: await answer.text(), receipt }
  }, Date.now())
  console.log(`Project ${project.slug} (${project.id})\n\nOpen it:\n\n  ${address}/#key=${secret}\n`)
}

/** Uses only the API, with an admin key: the stores of the server may be anywhere. */
async function demoOverApi(key: string, address: string): Promise<void> {
  await requireReady(address)
  const answer = await fetch(`${address}/api/projects/demo`, {
    method: 'POST',
    headers: { authorization: `ApiKey ${key}` },
  })
  if (!answer.ok) {
    throw new UsageError(
      `The server at ${address} created no demo with this key. Use an admin key of its first project.`,
    )
  }
  const newProject = (await answer.json()) as {
    readonly project: { readonly id: string; readonly slug: string }
    readonly key: string
  }
  console.log(
    `Project ${newProject.project.slug} (${newProject.project.id})\n\nOpen it:\n\n  ${address}/#key=${newProject.key}\n`,
  )
}

export const demoCommand = (program: Program): Command => ({
  isForAnyDirectory: true,
  words: 'demo',
  help: 'Create a demo project on the running server, and print the link that opens it.',
  options: {
    '--url': 'Address of the running server; default: the address from the settings.',
    '--key':
      'An admin key of the first project of a remote server; default: use the stores from the settings.',
  },
  run: (config, { options }) => {
    const address = addressOf(config, options)
    const key = options.get('--key')
    return key === undefined ? demo(program, config, address) : demoOverApi(key, address)
  },
})
