// Limits on the SQL of one filter, checked for every emitted part: a filter over a limit costs no more than one at it.
// tree/size.ts bounds the filter as sent; this bounds the SQL that it becomes.
import { AssayError } from '../../../kernel/errors.ts'

const sqlCharactersMax = 4_000_000
const boundValuesMax = 20_000
const boundCharactersMax = 4_000_000

export class SqlBudget {
  /** Path of the current condition: `['conditions', 3, 'where']`. */
  readonly path: (string | number)[] = []
  #sqlCharacters = 0
  #draftCharacters = 0
  #boundValues = 0
  #boundCharacters = 0

  /** Counts SQL of a condition. */
  addSql(characters: number): void {
    this.#draftCharacters = 0
    this.#sqlCharacters += characters
    this.#checkSql()
  }

  /** Counts SQL of parts of a condition before the condition itself is counted. */
  addDraft(characters: number): void {
    this.#draftCharacters += characters
    this.#checkSql()
  }

  addValue(value: string | readonly string[]): void {
    this.#boundValues += 1
    if (this.#boundValues > boundValuesMax) this.#refuse(boundValuesMax, 'bound values')
    this.#boundCharacters +=
      typeof value === 'string' ? value.length : value.reduce((sum, { length }) => sum + length + 3, 0)
    if (this.#boundCharacters > boundCharactersMax) {
      this.#refuse(boundCharactersMax, 'characters of bound values')
    }
  }

  #checkSql(): void {
    if (this.#sqlCharacters + this.#draftCharacters > sqlCharactersMax) {
      this.#refuse(sqlCharactersMax, 'characters of SQL')
    }
  }

  #refuse(max: number, noun: string): never {
    const path = this.path
      .map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`))
      .join('')
    throw new AssayError(
      'filter_invalid',
      `The filter needs more than ${max} ${noun}: use fewer or simpler conditions. (${path})`,
    )
  }
}
