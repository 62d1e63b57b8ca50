// Opens a page of the server in the browser.
import { spawn } from 'node:child_process'
import { UsageError, type Command } from '../command.ts'

/** Paths of pages by name; pages of one record need its id. */
const pages = new Map<string, (id: string | undefined) => string>([
  ['home', () => ''],
  ['traces', () => '/traces'],
  ['trace', (id) => `/traces/${requireId('trace', id)}`],
  ['sessions', () => '/sessions'],
  ['session', (id) => `/sessions/${requireId('session', id)}`],
  ['users', () => '/users'],
  ['analytics', () => '/analytics'],
  ['apps', () => '/apps'],
  ['app', (id) => `/apps/${requireId('app', id)}`],
  ['evaluators', () => '/evaluators'],
  ['evaluator', (id) => `/evaluators/${requireId('evaluator', id)}`],
  ['testsets', () => '/testsets'],
  ['testset', (id) => `/testsets/${requireId('testset', id)}`],
  ['environments', () => '/environments'],
  ['runs', () => '/runs'],
  ['run', (id) => `/runs/${requireId('run', id)}`],
  ['settings', () => '/settings'],
])

function requireId(subject: string, id: string | undefined): string {
  if (id === undefined)
    throw new UsageError(`The id of the ${subject} is missing: assay open ${subject} <id>`)
  return encodeURIComponent(id)
}

const openers = new Map([
  ['darwin', ['open']],
  ['win32', ['cmd', '/c', 'start', '""']],
])

/** Returns whether a program opened the address. */
function openBrowser(address: string): Promise<boolean> {
  const [program = 'xdg-open', ...args] = openers.get(process.platform) ?? ['xdg-open']
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

export const openCommand: Command = {
  words: 'open [page] [id]',
  help: `Open a page in the browser: ${[...pages.keys()].join(', ')}.`,
  choices: { page: [...pages.keys()] },
  options: { '--print': { help: 'Only print the address.' } },
  run: async ({ connect, url, json }, args) => {
    const name = args.optionalArg('page') ?? 'home'
    const page = pages.get(name)
    if (page === undefined)
      throw new UsageError(`There is no page '${name}': ${[...pages.keys()].join(', ')}.`)
    const path = page(args.optionalArg('id'))
    const { project_id } = await connect().projects.current()
    const address = `${url}/p/${project_id}${path}`
    const isOpen = !args.has('--print') && !json && (await openBrowser(address))
    return { json: { address }, text: isOpen ? `Opened ${address}` : address }
  },
}
