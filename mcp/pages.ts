// Pagination of answers. A cursor is opaque to the client: it contains the windowing of the server's page and the number
// of its items that were already returned, so that an answer may end anywhere within a page.
import { z } from 'zod'
import { InvalidNameError } from '../sdk/shared/names.ts'

export interface Position {
  readonly windowing: Readonly<Record<string, unknown>>
  readonly skip: number
}

export const cursorArgument = z
  .string()
  .optional()
  .describe('next_cursor of the previous answer; repeat the other arguments unchanged.')

const positionSchema = z.object({
  windowing: z.record(z.string(), z.unknown()),
  skip: z.number().int().min(0),
})

const encode = (position: { readonly windowing: object; readonly skip: number }): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

function decode(cursor: string): Position | undefined {
  try {
    return positionSchema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))).data
  } catch {
    // Not JSON, so the cursor is invalid.
    return undefined
  }
}

/** The position of a cursor; without a cursor the start of the list. */
export function positionOf(cursor: string | undefined, firstWindowing: Position['windowing'] = {}): Position {
  if (cursor === undefined) return { windowing: firstWindowing, skip: 0 }
  const position = decode(cursor)
  if (position === undefined)
    throw new InvalidNameError(
      `'${cursor}' is not a cursor: pass next_cursor of the previous answer unchanged.`,
    )
  return position
}

/** An answer with one list that may be continued. */
export class PagedAnswer {
  readonly value: Readonly<Record<string, unknown>>
  /** The member of `value` that is the list. */
  readonly list: string
  readonly items: readonly unknown[]
  /** The cursor after the first `count` items; undefined at the end of the list. */
  readonly cursorAt: (count: number) => string | undefined

  constructor(
    list: string,
    page: {
      readonly items: readonly unknown[]
      readonly position: Position
      /** The server's windowing of the next page, if there is one. */
      readonly next?: object | null | undefined
      /** The members beside the list. */
      readonly rest?: object
    },
  ) {
    const { items, position, next, rest } = page
    this.list = list
    this.items = items.slice(position.skip)
    this.value = { ...rest, [list]: this.items }
    this.cursorAt = (count) => {
      if (count < this.items.length) return encode({ ...position, skip: position.skip + count })
      return next === undefined || next === null ? undefined : encode({ windowing: next, skip: 0 })
    }
  }
}
