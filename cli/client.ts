// One call of the command line: what was typed is read, run, and answered once.
import { commandHelp, commandList } from './help.ts'
import type { Command, Context } from './command.ts'
import { Interrupted, UsageError } from './command.ts'
import { configDir, connected, placeOf, urlDefault, type Environment } from './connection.ts'
import { exitCodes, failureOf } from './failures.ts'
import { commandNamed, commandsBelow, commonOptions, givenTo, typed, type Typed } from './parse.ts'
import { maskUserInfo } from '../sdk/asking/user-info.ts'
import { styleOf } from './terminal/style.ts'
import { terminalOf, type Stream, type Terminal } from './terminal/terminal.ts'

export interface World {
  readonly environment: Environment
  readonly stdout: Stream
  readonly stderr: Stream
  readonly version: string
  readonly signal: AbortSignal
}

/** Words until the first option: enough to know the command. */
const leadingWords = (args: readonly string[]): readonly string[] => {
  const end = args.findIndex((arg) => arg.startsWith('-'))
  return end < 0 ? args : args.slice(0, end)
}

function contextOf(world: World, terminal: Terminal, { flags }: Typed): Context {
  const dir = configDir(world.environment)
  const place = placeOf(
    { url: flags.get('--url')?.[0], key: flags.get('--key')?.[0] },
    world.environment,
    dir,
  )
  const json = flags.has('--json')
  return {
    connect: () => connected(place, world.signal),
    ...place,
    terminal,
    json,
    line: (value, text) => terminal.out(`${json ? JSON.stringify(value) : text()}\n`),
    configDir: dir,
    version: world.version,
    signal: world.signal,
  }
}

/** Runs a command; the exit code. */
export async function runClient(
  commands: readonly Command[],
  args: readonly string[],
  world: World,
): Promise<number> {
  const { stdout, stderr } = world
  const terminal = terminalOf({
    stdout,
    stderr,
    style: styleOf(stdout.isTTY === true, world.environment),
    isDumb: world.environment['TERM'] === 'dumb',
  })
  let url: string = urlDefault
  try {
    const command = commandNamed(commands, leadingWords(args))
    if (command === undefined) return below(commands, leadingWords(args), terminal, args)
    const read = typed(args, { ...command.options, ...commonOptions })
    if (read.flags.has('--help')) {
      terminal.out(`${commandHelp(command, terminal.width)}\n`)
      return 0
    }
    const given = givenTo(command, read)
    const context = contextOf(world, terminal, read)
    url = context.url
    const outcome = await command.run(context, given)
    if (outcome === undefined) return 0
    const text = context.json ? JSON.stringify(outcome.json, null, 2) : outcome.text
    if (text !== undefined && text !== '') terminal.out(`${text}\n`)
    return outcome.code ?? 0
  } catch (error) {
    if (world.signal.aborted || error instanceof Interrupted) return exitCodes.interrupted
    const failure = failureOf(error, url)
    if (failure === undefined) throw error
    terminal.close()
    stderr.write(`assay: ${maskUserInfo(failure.sentence)}\n`)
    return failure.code
  } finally {
    terminal.close()
  }
}

/** A group without one of its commands: which there are. */
function below(
  commands: readonly Command[],
  words: readonly string[],
  terminal: Terminal,
  args: readonly string[],
): number {
  const group = commandsBelow(commands, words.slice(0, 1))
  if (words.length <= 1 || args.includes('--help') || args.includes('-h')) {
    terminal.out(`${commandList(group, terminal.width)}\n`)
    return 0
  }
  throw new UsageError(
    `There is no command '${words.slice(0, 2).join(' ')}'. See assay ${words[0] ?? ''} --help.`,
  )
}
