import { UsageError, type Config } from '../config.ts'
import { insertDemoProject } from '../demo/project.ts'
import { fillThrough } from '../demo/through.ts'
import { withStore, type Command, type Options, type Program } from './command.ts'

/** Where a server with these settings answers this machine. */
function ownAddress({ host, port }: Config): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

function addressOf(config: Config, options: Options): string {
  const given = options.get('--url')
  if (given === undefined) return ownAddress(config)
  if (!URL.canParse(given)) throw new UsageError(`--url must be an address, not '${given}'.`)
  return given.replace(/\/+$/, '')
}

async function mustAnswer(address: string): Promise<void> {
  const answer = await fetch(`${address}/ready`).catch(() => undefined)
  if (answer?.ok !== true) {
    throw new UsageError(
      `No server is ready at ${address}. Start one (npm start), or say where it is with --url.`,
    )
  }
}

/** The server must know the key: one with another database than these settings name does not. */
async function mustKnow(address: string, authorization: string): Promise<void> {
  const { status } = await fetch(`${address}/api/projects/current`, { headers: { authorization } })
  if (status === 401)
    throw new UsageError(`The server at ${address} uses another database than this command.`)
}

async function demo(program: Program, config: Config, address: string): Promise<void> {
  await mustAnswer(address)
  const { project, secret } = await withStore(program, config, async (store) => {
    const making = await program.projectMaking(config, store)
    return store.write((tx) => insertDemoProject(making, tx))
  })
  const authorization = `ApiKey ${secret}`
  await mustKnow(address, authorization)
  await fillThrough(async (method, path, body) => {
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

/** Over the interface alone, with a key of an admin: the stores of the server may be anywhere. */
async function demoBy(key: string, address: string): Promise<void> {
  await mustAnswer(address)
  const answer = await fetch(`${address}/api/projects/demo`, {
    method: 'POST',
    headers: { authorization: `ApiKey ${key}` },
  })
  if (!answer.ok) {
    throw new UsageError(
      `The server at ${address} made no demo with this key: it must be an admin's key of its first project.`,
    )
  }
  const made = (await answer.json()) as {
    readonly project: { readonly id: string; readonly slug: string }
    readonly key: string
  }
  console.log(
    `Project ${made.project.slug} (${made.project.id})\n\nOpen it:\n\n  ${address}/#key=${made.key}\n`,
  )
}

export const demoCommand = (program: Program): Command => ({
  words: 'demo',
  help: 'Make a project that shows what Assay does on the running server, and print the link that opens it.',
  options: {
    '--url': 'Address of the running server; the one that the settings name when absent.',
    '--key':
      'An admin key of the first project of a server elsewhere; absent: the stores that the settings name are used.',
  },
  run: (config, _, options) => {
    const address = addressOf(config, options)
    const key = options.get('--key')
    return key === undefined ? demo(program, config, address) : demoBy(key, address)
  },
})
