// `assay login` and `assay logout`: store the key of a server, and remove it.
import { Assay } from '../../sdk/client.ts'
import { InterruptedError, Refusal, type Command, type Context } from '../command.ts'
import { cleanUrl, readLogins, writeLogins } from '../connection.ts'
import { exitCodes } from '../failures.ts'
import { maskUserInfo } from '../../sdk/shared/user-info.ts'

/** Reads a key without echo from the terminal, or from standard input. */
async function readKey({ terminal }: Context, url: string): Promise<string> {
  const input = process.stdin
  if (!input.isTTY) {
    let text = ''
    for await (const chunk of input) text += String(chunk)
    return text.trim()
  }
  // Raw mode starts before the prompt, so that early input is not echoed.
  input.setRawMode(true)
  terminal.note(
    `The key for ${maskUserInfo(url)}, from the settings of a project; it is not shown as you type:`,
  )
  let key = ''
  try {
    for await (const chunk of input) {
      for (const character of String(chunk)) {
        // Raw mode delivers keys: Enter and Ctrl+D end, Ctrl+C cancels, Backspace deletes a character, Ctrl+U all.
        if (character === '\r' || character === '\n' || character === '\u0004') return key.trim()
        if (character === '\u0003') throw new InterruptedError()
        if (character === '\u0015') key = ''
        else if (character === '\u007F' || character === '\b') key = key.slice(0, -1)
        else key += character
      }
    }
    return key.trim()
  } finally {
    input.setRawMode(false)
    input.pause()
  }
}

export const loginCommand: Command = {
  words: 'login [address]',
  help: 'Store the key of a server for later commands, readable by you alone. The key is prompted for, or piped in.',
  run: async (context, args) => {
    const url = cleanUrl(args.optionalArg('address') ?? context.url)
    const key = args.option('--key') ?? (await readKey(context, url))
    if (key === '') throw new Refusal('No key was entered.', exitCodes.usage)
    const project = await new Assay({ url, key, signal: context.signal }).projects.current()
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
  help: 'Remove the stored key of a server. The key stays valid: `assay key revoke` revokes it.',
  run: async (context, args) => {
    const url = cleanUrl(args.optionalArg('address') ?? context.url)
    const { current, servers } = readLogins(context.configDir)
    if (!Object.hasOwn(servers, url)) throw new Refusal(`No key is stored for ${url}.`)
    const remaining = Object.fromEntries(Object.entries(servers).filter(([server]) => server !== url))
    const nextCurrent = current === url ? Object.keys(remaining)[0] : current
    writeLogins(context.configDir, {
      servers: remaining,
      ...(nextCurrent === undefined ? {} : { current: nextCurrent }),
    })
    return { json: { url }, text: `The key for ${maskUserInfo(url)} is removed.` }
  },
}
