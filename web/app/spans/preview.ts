// A one-line preview of a value for a table cell: the last message of a conversation, the name and arguments of a tool call, or
// the main text, without roles and JSON syntax.
import { isRecord } from '../../ui/records.ts'

export function preview(value: unknown, charsMax = 160): string {
  const text = lineOf(value)
  return text.length > charsMax ? `${text.slice(0, charsMax)}…` : text
}

/** The end of complete JSON. Tested first, because an exception takes a tenth of the time of a row while scrolling. */
const endsAsJson = /(?:["\]}\d]|true|false|null)\s*$/

function parseJson(text: string): unknown {
  try {
    return endsAsJson.test(text) ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

const textKeys = [
  'content',
  'text',
  'question',
  'query',
  'input',
  'prompt',
  'message',
  'output',
  'answer',
  'response',
  'completion',
  'messages',
  'parts',
  'value',
] as const

const textPattern = new RegExp(`"(?:${textKeys.join('|')})"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)`, 'g')
const callPattern = /"name"\s*:\s*"((?:[^"\\]|\\.)*)"(?:\s*,\s*"arguments"\s*:\s*"((?:[^"\\]|\\.)*))?/
/** A string in a list, or the value of a member. */
const stringPattern = /[:[]\s*"((?:[^"\\]|\\.)+)/g

const unescapeJson = (text: string): string =>
  text.replaceAll(/\\u([0-9a-fA-F]{4})|\\(.)/g, (_, code: string | undefined, character: string) =>
    code === undefined
      ? 'nrtbf'.includes(character)
        ? ' '
        : character
      : String.fromCharCode(Number.parseInt(code, 16)),
  )

/** The preview of JSON text that may be cut anywhere: the last text member that starts in it. */
export function previewOfText(text: string | undefined, charsMax = 160): string {
  if (text === undefined) return ''
  const value = parseJson(text)
  if (value !== undefined) return preview(value, charsMax)
  const lastText = [...text.matchAll(textPattern)]
    .map(([, content = '']) => content)
    .findLast((one) => one !== '')
  if (lastText !== undefined) return preview(unescapeJson(lastText), charsMax)
  const call = text.includes('"tool_calls"') ? callPattern.exec(text) : null
  if (call !== null) return preview(`${call[1]}(${unescapeJson(call[2] ?? '')}`, charsMax)
  const strings = [...text.matchAll(stringPattern)].map(([, content = '']) => content)
  const visibleText = /^\s*[[{]/.test(text) ? strings.join('  ') : text.replace(/^\s*"/, '')
  return preview(unescapeJson(visibleText), charsMax)
}

interface ToolCall {
  readonly name?: unknown
  readonly arguments?: unknown
  readonly input?: unknown
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown }
}

const compact = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

function callLine({ function: functionCall, ...directCall }: ToolCall): string {
  const name = functionCall?.name ?? directCall.name
  const args = functionCall?.arguments ?? directCall.arguments ?? directCall.input
  return typeof name === 'string' ? `${name}(${compact(args).slice(0, 200)})` : ''
}

function listLine(list: readonly unknown[]): string {
  const lastMessage = list.findLast((one) => isRecord(one) && 'role' in one)
  if (lastMessage !== undefined) return lineOf(lastMessage)
  const lines = list.slice(0, 3).map(lineOf)
  return lines.filter((line) => line !== '').join('  ')
}

function recordLine(record: Readonly<Record<string, unknown>>): string {
  if (record['type'] === 'tool_use') return callLine(record)
  for (const key of textKeys) {
    const line = Object.hasOwn(record, key) ? lineOf(record[key]) : ''
    if (line !== '') return line
  }
  const calls = record['tool_calls']
  if (Array.isArray(calls)) return calls.filter(isRecord).map(callLine).join('  ')
  const entries = Object.entries(record).filter(([name]) => name !== 'role')
  if (entries.length === 1) return lineOf(entries[0]?.[1])
  return entries
    .slice(0, 4)
    .map(
      ([name, member]) => `${name}: ${typeof member === 'object' && member !== null ? '…' : lineOf(member)}`,
    )
    .join('  ')
}

function lineOf(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, 400).replaceAll(/\s+/g, ' ').trim()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return listLine(value)
  return isRecord(value) ? recordLine(value) : ''
}
