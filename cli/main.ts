#!/usr/bin/env node
// The program `assay`. Commands of table.ts call the API of any server. All others are administration of this machine's
// server, whose code is loaded only for them.
import { readFileSync } from 'node:fs'
import { runClient } from './client.ts'
import { didYouMean } from '../sdk/shared/nearest-word.ts'
import { exitCodes } from './failures.ts'
import { firstWords, overview } from './help.ts'
import { moveOptionsBack } from './parse.ts'
import { administration, commands } from './table.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

const argv = process.argv.slice(2)
// Arguments after -- are words.
const end = argv.indexOf('--')
const options = end < 0 ? argv : argv.slice(0, end)
const asksForHelp = options.includes('--help') || options.includes('-h') || argv[0] === 'help'
const args = moveOptionsBack(argv[0] === 'help' ? argv.slice(1) : argv)
const words = args.filter((arg) => !arg.startsWith('-'))
const [firstWord] = args[0]?.startsWith('-') === true ? [] : args
const administrationNames = [...new Set(administration.map((name) => name.split(' ')[0] ?? ''))]
const isClientCommand = firstWord !== undefined && firstWords(commands).includes(firstWord)

if (isClientCommand) {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())
  // The reader of a pipe may close early: `assay trace list | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  process.exitCode = await runClient(commands, {
    args: asksForHelp ? [...words, '--help'] : args,
    process: {
      environment: process.env,
      stdout: process.stdout,
      stderr: process.stderr,
      version,
      signal: interruption.signal,
    },
  })
} else if (argv.length === 0 || (asksForHelp && firstWord === undefined)) {
  process.stdout.write(`${overview(commands, { version, administration })}\n`)
} else if (firstWord !== undefined && !administrationNames.includes(firstWord)) {
  const suggestion = didYouMean(firstWord, [...firstWords(commands), ...administrationNames])
  process.stderr.write(`assay: There is no command '${firstWord}'.${suggestion} See assay --help.\n`)
  process.exitCode = exitCodes.usage
} else {
  await import('../src/main.ts')
}
