// A hostile trace for tests of the page of one trace: deep, with errors at several levels, odd texts and long values.
import { createHash } from 'node:crypto'

const hex = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

export const hostileId = (name: string): string => hex(name, 32)
export const hostileSpanId = (name: string, at: number): string => hex(`${name} ${at}`, 16)

/** A long text whose end is visible only when all of it is shown. */
export const longText = `${'All work and no play. '.repeat(300)}THE VERY END`
export const hostileName = '<b>not bold</b> & "quoted" \u202Edetrevni\u202C'

export interface ChainOptions {
  readonly levels: number
  /** The levels of failing spans. */
  readonly failingLevels?: readonly number[]
}

/** A chain of spans, each below the one before. Level 20 has hostile content. */
export function chainOf(name: string, options: ChainOptions): readonly object[] {
  const { levels, failingLevels = [] } = options
  // Long ago, so that lists of other tests do not contain the trace.
  const startMs = Date.now() - 40 * 86_400_000
  const at = (ms: number): string => new Date(startMs + ms).toISOString()
  return Array.from({ length: levels }, (_, level) => ({
    trace_id: hostileId(name),
    span_id: hostileSpanId(name, level),
    ...(level === 0 ? {} : { parent_id: hostileSpanId(name, level - 1) }),
    span_name: level === 20 ? hostileName : `level ${level}`,
    span_type: level === 0 ? 'agent' : 'task',
    start_time: at(level * 10),
    end_time: at(2000 - level * 10),
    ...(failingLevels.includes(level)
      ? { status_code: 'STATUS_CODE_ERROR', status_message: `level ${level} gave up` }
      : {}),
    attributes: {
      ...(level === 20
        ? {
            'odd key/with:signs': '@ag.type=json:{"inner": [1, 2]}',
            a_very_long_key_without_any_dot_that_must_not_be_broken_in_the_middle_of_a_word: 'kept whole',
            long_text: longText,
            team: 'care',
          }
        : {}),
      ag: {
        data: {
          outputs: level === 20 ? { answer: 'the needle in the haystack', long: longText } : `out ${level}`,
        },
      },
    },
  }))
}
