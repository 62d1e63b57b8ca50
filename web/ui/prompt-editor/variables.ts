// Finds the placeholders of a prompt: the inputs that it needs.
import type { Prompt } from './prompt.ts'
import { localNames, templateMarks } from './template.ts'

/** Uploaded files have no placeholders and would cost a scan with every keystroke. */
const isLongData = (text: string): boolean => text.length > 10_000 && text.startsWith('data:')

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return isLongData(value) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  return []
}

/** The names of the placeholders, each once, in the order of appearance. */
export function variablesOf(prompt: Pick<Prompt, 'messages' | 'template_format'>): readonly string[] {
  const format = prompt.template_format ?? 'curly'
  const texts = prompt.messages.flatMap(({ content }) => textsIn(content))
  const boundNames = localNames(texts.join('\n'), format)
  const names = texts.flatMap((text) => templateMarks(text, format).flatMap(({ name }) => name ?? []))
  return [...new Set(names)].filter((name) => !boundNames.has(name))
}
