// A row for a preview: a bounded number of columns, and the start of long values. A value may have millions of members,
// so no more of it is read than appears.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'

const previewColumnsMax = 50
const previewCharactersMax = 200

const truncate = (text: string): string =>
  text.length <= previewCharactersMax ? text : `${text.slice(0, previewCharactersMax)}…`

/** The start of the JSON text of a value. Each level adds a character, so the recursion is bounded, too. */
class JsonStart {
  text = ''

  get #isFull(): boolean {
    return this.text.length > previewCharactersMax
  }

  write(value: Json): void {
    if (typeof value === 'string') this.text += JSON.stringify(value.slice(0, previewCharactersMax + 1))
    else if (typeof value !== 'object' || value === null) this.text += JSON.stringify(value)
    else if (isJsonObject(value)) this.#writeObject(value)
    else this.#writeList(value)
  }

  #writeList(list: readonly Json[]): void {
    this.text += '['
    for (const [at, item] of list.entries()) {
      if (this.#isFull) return
      if (at > 0) this.text += ','
      this.write(item)
    }
    this.text += ']'
  }

  #writeObject(object: JsonObject): void {
    let separator = '{'
    for (const name in object) {
      if (this.#isFull) return
      const member = ownMember(object, name)
      if (member === undefined) continue
      this.text += `${separator}${JSON.stringify(name.slice(0, previewCharactersMax + 1))}:`
      separator = ','
      this.write(member)
    }
    this.text += separator === '{' ? '{}' : '}'
  }
}

/** A nested value is the start of its JSON text. */
function previewValue(value: Json): Json {
  if (typeof value === 'string') return truncate(value)
  if (typeof value !== 'object' || value === null) return value
  const start = new JsonStart()
  start.write(value)
  return truncate(start.text)
}

export const previewOf = (data: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(data)
      .slice(0, previewColumnsMax)
      .map(([name, value]) => [name, previewValue(value)]),
  )
