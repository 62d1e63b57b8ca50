// Mustache by its library, with three rules of prompts: nothing is escaped, what is no text is written as JSON, and a name
// that is not among the inputs is an error. Names are looked up among own members only.
import Mustache from 'mustache'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'
import { badSettings, StepFailure } from '../failure.ts'
import { missingInput, written, type OutputLimit } from './values.ts'

/** The first part is looked for from the innermost value outwards, the others below it. */
class Names extends Mustache.Context {
  readonly #view: Json
  readonly #outer: Names | undefined

  constructor(view: Json, outer?: Names) {
    super(view, outer)
    this.#view = view
    this.#outer = outer
  }

  override push(view: Json): Names {
    return new Names(view, this)
  }

  override lookup(name: string): Json | undefined {
    if (name === '.') return this.#view
    const [first = '', ...rest] = name.split('.')
    let at = this.#holder(first)
    for (const part of rest) {
      if (Array.isArray(at)) at = /^\d+$/.test(part) ? (at as readonly Json[])[Number(part)] : undefined
      else at = isJsonObject(at) ? ownMember(at, part) : undefined
    }
    return at
  }

  #holder(name: string): Json | undefined {
    if (isJsonObject(this.#view) && Object.hasOwn(this.#view, name)) return ownMember(this.#view, name)
    return this.#outer === undefined ? undefined : this.#outer.#holder(name)
  }
}

/** The name or text of a token of the library. */
const textOf = (token: readonly string[]): string => token[1] ?? ''

class PromptWriter extends Mustache.Writer {
  readonly #limit: OutputLimit

  constructor(limit: OutputLimit) {
    super()
    this.#limit = limit
    // Templates of clients are not kept.
    Object.assign(this, { templateCache: undefined })
  }

  override rawValue(token: string[]): string {
    return this.#limit.pass(textOf(token))
  }

  override unescapedValue(token: string[], names: Names): string {
    const value = names.lookup(textOf(token))
    if (value === undefined) throw missingInput(textOf(token))
    return this.#limit.pass(written(value))
  }

  override escapedValue(token: string[], names: Names): string {
    return this.unescapedValue(token, names)
  }

  override renderPartial(token: string[]): string {
    throw badSettings(`'{{>${textOf(token)}}}' is not supported in templates.`)
  }
}

export function renderMustache(text: string, values: JsonObject, limit: OutputLimit): string {
  try {
    return new PromptWriter(limit).render(text, new Names(values))
  } catch (error) {
    if (error instanceof StepFailure || !(error instanceof Error) || error.name !== 'Error') throw error
    // The library throws plain errors for templates that it cannot read.
    throw badSettings(`The template cannot be read: ${error.message}.`)
  }
}
