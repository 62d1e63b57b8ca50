// Splits the text of a JSON array into the texts of its elements, chunk by chunk, so that each can be parsed alone.
// It looks only at brackets and strings; JSON.parse checks the text between them.
import { rowTooLarge, type TestsetLimits } from '../limits.ts'

export interface ElementText {
  readonly text: string
  readonly line: number
}

export class NotAnArray extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.name = 'NotAnArray'
    this.line = line
  }
}

type Position =
  | 'before the array'
  | 'before an element'
  | 'in an element'
  | 'after an element'
  | 'after the array'

const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09

export class JsonElements {
  line = 1
  private readonly limits: TestsetLimits
  private position: Position = 'before the array'
  private text = ''
  private startLine = 1
  private depth = 0
  private isInString = false
  private isEscaped = false
  private count = 0

  constructor(limits: TestsetLimits) {
    this.limits = limits
  }

  /** The elements that end in this chunk. Throws NotAnArray when the surrounding text is not an array. */
  push(text: string): readonly ElementText[] {
    const elements: ElementText[] = []
    let start = this.position === 'in an element' ? 0 : -1
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (unit === 0x0a) this.line += 1
      if (this.position === 'in an element') {
        if (!this.endsBefore(unit)) continue
        this.append(text.slice(start, i))
        elements.push(this.take())
        start = -1
      }
      if (isBlank(unit)) continue
      this.readBetween(unit)
      if (this.position === 'in an element') start = i
    }
    if (start >= 0) this.append(text.slice(start))
    return elements
  }

  /** Throws NotAnArray when the array is not closed. */
  end(): void {
    if (this.position === 'after the array') return
    const message =
      this.position === 'before the array' ? 'The file is empty.' : 'The file ends before the array does.'
    throw new NotAnArray(this.line, message)
  }

  /** Steps over one character of an element; true when the element ended before it. */
  private endsBefore(unit: number): boolean {
    if (this.isInString) {
      if (this.isEscaped) this.isEscaped = false
      else if (unit === 0x5c) this.isEscaped = true
      else if (unit === 0x22) this.isInString = false
      return false
    }
    if (unit === 0x22) this.isInString = true
    else if (unit === 0x7b || unit === 0x5b) this.depth += 1
    else if (unit === 0x7d || unit === 0x5d) {
      if (this.depth === 0) return true
      this.depth -= 1
    } else if (unit === 0x2c) return this.depth === 0
    return false
  }

  /** Reads a character outside elements that is not blank. */
  private readBetween(unit: number): void {
    const isComma = unit === 0x2c
    const isClosing = unit === 0x5d
    switch (this.position) {
      case 'before the array':
        if (unit !== 0x5b) throw new NotAnArray(this.line, 'not an array')
        this.position = 'before an element'
        return
      case 'before an element':
        if (isClosing && this.count === 0) this.position = 'after the array'
        else if (isComma || isClosing) throw new NotAnArray(this.line, 'An element is missing in the array.')
        else this.startElement(unit)
        return
      case 'after an element':
        if (isComma) this.position = 'before an element'
        else if (isClosing) this.position = 'after the array'
        else throw new NotAnArray(this.line, 'A comma is missing between elements of the array.')
        return
      case 'in an element':
      case 'after the array':
        throw new NotAnArray(this.line, 'There is text after the end of the array.')
    }
  }

  private startElement(unit: number): void {
    this.position = 'in an element'
    this.startLine = this.line
    this.depth = unit === 0x7b || unit === 0x5b ? 1 : 0
    this.isInString = unit === 0x22
    this.isEscaped = false
    this.count += 1
  }

  private append(text: string): void {
    this.text += text
    if (this.text.length > this.limits.rowBytesMax) throw rowTooLarge(this.limits, `line ${this.startLine}`)
  }

  private take(): ElementText {
    const element = { text: this.text, line: this.startLine }
    this.text = ''
    this.position = 'after an element'
    return element
  }
}
