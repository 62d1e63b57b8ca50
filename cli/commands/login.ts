import { Assay } from '../../sdk/client.ts'
import { Interrupted, Refusal, type Command, type Context } from '../command.ts'
import { cleanUrl, readLogins, writeLogins } from '../connection.ts'
import { exitCodes } from '../failures.ts'
import { maskUserInfo } from '../../sdk/shared/user-info.ts'

/** A line that is typed unseen; whatever is piped in, where there is no terminal. */
async function readKey({ terminal }: Context, url: string): Promise<string> {
  const input = process.stdin
  if (!input.isTTY) {
    let text = ''
    for await (const chunk of input) text += String(chunk)
    return text.trim()
  }
  // Before the question: who types at once is not shown either.
  input.setRawMode(true)
  terminal.note(
    `The key for ${maskUserInfo(url)}, from the settings of a project; it is not shown as you type:`,
  )
  let typed = ''
  try {
    for await (const chunk of input) {
      for (const character of String(chunk)) {
        // A terminal in raw mode gives keys: Enter and Ctrl+D end, Ctrl+C leaves, Backspace takes back, Ctrl+U everything.
        if (character === '\r' || character === '\n' || character === '\u0004') return typed.trim()
        if (character === '\u0003') throw new Interrupted()
        if (character === '\u0015') typed = ''
        else if (character === '\u007F' || character === '\b') typed = typed.slice(0, -1)
        else typed += character
      }
    }
    return typed.trim()
  } finally {
    input.setRawMode(false)
    input.pause()
  }
}

export const loginCommand: Command = {
  words: 'login [address]',
  help: 'Keep the key of a server for later commands, readable by you alone. It is asked for, or piped in.',
  run: async (context, args) => {
    const url = cleanUrl(args.optional('address') ?? context.url)
    const key = args.option('--key') ?? (await readKey(context, url))
    if (key === '') throw new Refusal('No key was given.', exitCodes.usage)
    const project = await new Assay({ url, key: key, signal: context.signal }).projects.current()
    const logins = readLogins(context.configDir)
    writeLogins(context.configDir, { current: url, servers: { ...logins.servers, [url]: key } })
    const { project_id, project_name, user_role } = project
    return {
      json: { url, project_id, project_name, role: user_role },
      text: `Project ${project_name} at ${url}, with role ${user_role}.`,
    }
  },
}

export const logoutCommand: Command = {
  words: 'logout [address]',
  help: 'Forget the key of a server. The key itself stays good: `assay key revoke` ends it.',
  run: async (context, args) => {
    const url = cleanUrl(args.optional('address') ?? context.url)
    const { current, servers } = readLogins(context.configDir)
    if (!Object.hasOwn(servers, url)) throw new Refusal(`No key is kept for ${url}.`)
    const remaining = Object.fromEntries(Object.entries(servers).filter(([server]) => server !== url))
    const next = current === url ? Object.keys(remaining)[0] : current
    writeLogins(context.configDir, { servers: remaining, ...(next === undefined ? {} : { current: next }) })
    return { json: { url }, text: `The key for ${maskUserInfo(url)} is forgotten.` }
  },
}
