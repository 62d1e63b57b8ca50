// Runs one call of the command line: parses the arguments, runs the command, prints the outcome.
import { commandHelp, commandList } from './help.ts'
import type { Command, Context, Environment } from './command.ts'
import { InterruptedError, nameOf, UsageError } from './command.ts'
import { configDir, connect, resolveServer, urlDefault } from './connection.ts'
import { exitCodes, failureOf } from './failures.ts'
import {
  findCommand,
  commandsOfGroup,
  commonOptions,
  parseArguments,
  splitArguments,
  type SplitArguments,
} from './parse.ts'
import { didYouMean } from '../sdk/shared/nearest-word.ts'
import { maskUserInfo } from '../sdk/shared/user-info.ts'
import { styleOf } from './terminal/style.ts'
import { terminalOf, type Stream, type Terminal } from './terminal/terminal.ts'

export interface CliProcess {
  readonly environment: Environment
  readonly stdout: Stream
  readonly stderr: Stream
  readonly version: string
  readonly signal: AbortSignal
}

/** The words before the first option; they name the command. */
const leadingWords = (args: readonly string[]): readonly string[] => {
  const end = args.findIndex((arg) => arg.startsWith('-'))
  return end < 0 ? args : args.slice(0, end)
}

function contextOf(
  process: CliProcess,
  { terminal, args: { flags } }: { readonly terminal: Terminal; readonly args: SplitArguments },
): Context {
  const dir = configDir(process.environment)
  const address = resolveServer(
    { url: flags.get('--url')?.[0], key: flags.get('--key')?.[0] },
    { environment: process.environment, dir },
  )
  const json = flags.has('--json')
  return {
    connect: () => connect(address, process.signal),
    ...address,
    terminal,
    json,
    printLine: (value, text) => terminal.out(`${json ? JSON.stringify(value) : text()}\n`),
    configDir: dir,
    environment: process.environment,
    version: process.version,
    signal: process.signal,
  }
}

/** Runs a command and returns the exit code. */
export async function runClient(
  commands: readonly Command[],
  { args, process }: { readonly args: readonly string[]; readonly process: CliProcess },
): Promise<number> {
  const { stdout, stderr } = process
  const terminal = terminalOf({
    stdout,
    stderr,
    style: styleOf(stdout.isTTY === true, process.environment),
    isDumb: process.environment['TERM'] === 'dumb',
  })
  let url: string = urlDefault
  try {
    const command = findCommand(commands, leadingWords(args))
    if (command === undefined) return showGroup(commands, { words: leadingWords(args), terminal, args })
    const rawArguments = splitArguments(args, { ...command.options, ...commonOptions })
    if (rawArguments.flags.has('--help')) {
      terminal.out(`${commandHelp(command, terminal.width)}\n`)
      return 0
    }
    const parsedArguments = parseArguments(command, rawArguments)
    const context = contextOf(process, { terminal, args: rawArguments })
    url = context.url
    const outcome = await command.run(context, parsedArguments)
    if (outcome === undefined) return 0
    const text = context.json ? JSON.stringify(outcome.json, null, 2) : outcome.text
    if (text !== undefined && text !== '') terminal.out(`${text}\n`)
    return outcome.code ?? 0
  } catch (error) {
    if (process.signal.aborted || error instanceof InterruptedError) return exitCodes.interrupted
    const failure = failureOf(error, url)
    if (failure === undefined) throw error
    terminal.close()
    stderr.write(`assay: ${maskUserInfo(failure.message)}\n`)
    return failure.code
  } finally {
    terminal.close()
  }
}

/** Lists the commands of a group when none of them was named. */
function showGroup(
  commands: readonly Command[],
  {
    words,
    terminal,
    args,
  }: { readonly words: readonly string[]; readonly terminal: Terminal; readonly args: readonly string[] },
): number {
  const group = commandsOfGroup(commands, words.slice(0, 1))
  if (words.length <= 1 || args.includes('--help') || args.includes('-h')) {
    terminal.out(`${commandList(group, terminal.width)}\n`)
    return 0
  }
  const [groupName = '', commandName = ''] = words
  const suggestion = didYouMean(
    commandName,
    group.flatMap((command) => nameOf(command)[1] ?? []),
  )
  throw new UsageError(
    `There is no command '${groupName} ${commandName}'.${suggestion} See assay ${groupName} --help.`,
  )
}
